import { initTRPC, type AnyRouter } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRouter } from './read-router.ts';

const readOperations = (router: AnyRouter) => readRouter(router).operations;

const t = initTRPC.meta<OpenApiMeta>().create();

function read(path: `/${string}`, input: z.ZodType, method: 'GET' | 'POST' = 'POST') {
  const procedure = t.procedure
    .meta({ openapi: { method, path } })
    .input(input)
    .output(z.null())
    .query(() => null);
  return readOperations(t.router({ deep: { er: procedure } }));
}

describe('reading a router', () => {
  it('joins the inputs of a procedure that has several', () => {
    const several = t.procedure
      .meta({ openapi: { method: 'GET', path: '/things/{id}' } })
      .input(z.object({ id: z.string() }))
      .input(z.object({ size: z.int() }))
      .output(z.null())
      .query(() => null);
    const [operation] = readOperations(t.router({ several }));
    expect([...(operation?.queryFields.keys() ?? [])]).toEqual(['size']);
  });

  it('skips procedures without metadata, or with `enabled: false`', () => {
    const off = t.procedure
      .meta({ openapi: { method: 'GET', path: '/off', enabled: false } })
      .query(() => null);
    expect(
      readOperations(t.router({ off, bare: t.procedure.query(() => null) })),
    ).toEqual([]);
  });

  it('names the procedure that cannot be served, and why', () => {
    const string = z.object({ id: z.string() });
    expect(() => read('/things/{id}', z.object({}))).toThrow(/deep\.er.*\{id\}/);
    expect(() => read('/things/{id}', string.readonly())).toThrow(/deep\.er.*ZodObject/);
    expect(() => read('/things/{id}.json', string)).toThrow(/deep\.er.*segment/);
    expect(() => read('/things/{id}/{id}', string)).toThrow(/deep\.er.*twice/);
    expect(() => read('/things/*', string)).toThrow(/deep\.er.*segment/);
    expect(() => read('/things/', string)).toThrow(/deep\.er.*segment/);
  });

  it('rejects two procedures for one route, even if their parameters have other names', () => {
    const make = (path: `/${string}`, field: string) =>
      t.procedure
        .meta({ openapi: { method: 'GET', path } })
        .input(z.object({ [field]: z.string() }))
        .output(z.null())
        .query(() => null);
    const router = t.router({ one: make('/a/{x}', 'x'), two: make('/a/{y}', 'y') });
    expect(() => readOperations(router)).toThrow(/two.*already/);
  });

  it('rejects a subscription', () => {
    const stream = t.procedure
      .meta({ openapi: { method: 'GET', path: '/stream' } })
      .subscription(async function* () {
        yield 1;
      });
    expect(() => readOperations(t.router({ stream }))).toThrow(/stream.*subscription/);
  });
});
