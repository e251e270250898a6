import { initTRPC, type AnyRouter } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeRouter } from './describe-router.ts';
import { ProcedureError } from './procedure-error.ts';
import { ask, sendJson, startLibrary } from './testing.ts';

const t = initTRPC.meta<OpenApiMeta>().create();

const documentOf = (router: AnyRouter) =>
  describeRouter(router, { title: 'Tried', version: '1.0.0', baseUrl: '/v1' });

/** A router with a GET and a POST that say whether they were given an input. */
function trying(input: z.ZodType) {
  const at = (method: 'GET' | 'POST') =>
    t.procedure
      .meta({ openapi: { method, path: '/tried', protect: false } })
      .input(input)
      .output(z.string())
      .mutation(({ input: given }) => JSON.stringify(given) ?? 'nothing');
  return t.router({ read: at('GET'), write: at('POST') });
}

const empty = z.object({});

describe('an input without fields that is accepted at the start', () => {
  it.each<[string, z.ZodType, string]>([
    ['z.void()', z.void(), 'nothing'],
    ['z.undefined()', z.undefined(), 'nothing'],
    ['an optional void', z.void().optional(), 'nothing'],
    ['a nullable void', z.void().nullable(), 'nothing'],
    ['a lazy void', z.lazy(() => z.void()), 'nothing'],
    ['a void that is transformed', z.void().transform(() => undefined), 'nothing'],
    ['an empty object', empty, '{}'],
    ['an optional object', empty.optional(), 'nothing'],
    ['an object with a default', empty.default({}), '{}'],
    ['an object with an input by default', empty.prefault({}), '{}'],
    ['a strict object', z.strictObject({}), '{}'],
    ['a loose object', z.looseObject({}), '{}'],
    ['a nullable object', empty.nullable(), '{}'],
    ['a lazy object', z.lazy(() => empty), '{}'],
    ['an object of a pipe', empty.transform((one) => one), '{}'],
  ])('is called without one: %s', async (_, input, given) => {
    const router = trying(input);
    await using library = await startLibrary({ router });
    const answer = { status: 200, text: JSON.stringify(given) };
    expect(await ask(library, 'GET /v1/tried')).toMatchObject(answer);
    expect(await ask(library, 'POST /v1/tried')).toMatchObject(answer);
    for (const body of ['{}', 'null']) {
      expect(await sendJson(library, 'POST /v1/tried', body)).toMatchObject(answer);
    }
    expect(Object.keys(documentOf(router).paths)).toEqual(['/tried']);
  });
});

describe('an input with fields', () => {
  const fields = z.object({ field: z.string().optional() });
  it.each<[string, z.ZodType]>([
    ['an object', fields],
    ['a strict object', z.strictObject(fields.shape)],
    ['an optional object', fields.optional()],
    ['a nullable object', fields.nullable()],
    ['a lazy object', z.lazy(() => fields)],
    ['an object with a default', fields.default({})],
    ['an object of a pipe', fields.transform((one) => one)],
  ])('takes them from query and body: %s', async (_, input) => {
    await using library = await startLibrary({ router: trying(input) });
    const answer = { status: 200, text: JSON.stringify('{"field":"a"}') };
    expect(await ask(library, 'GET /v1/tried?field=a')).toMatchObject(answer);
    expect(await sendJson(library, 'POST /v1/tried', '{"field":"a"}')).toMatchObject(
      answer,
    );
  });
});

describe('an input that is no object', () => {
  it.each<[string, z.ZodType]>([
    ['z.preprocess()', z.preprocess((given) => given, empty)],
    ['z.intersection()', z.intersection(empty, z.object({}))],
    ['z.union()', z.union([empty, z.object({})])],
    ['z.never()', z.never()],
    ['z.null()', z.null()],
    ['z.string()', z.string()],
    ['an object that is caught', empty.catch({})],
    ['a void that is caught', z.void().catch(undefined)],
    ['a codec', z.codec(empty, z.unknown(), { decode: () => '', encode: () => ({}) })],
  ])('is refused at the start, by server and document: %s', async (_, input) => {
    const router = trying(input);
    await expect(startLibrary({ router })).rejects.toThrow(ProcedureError);
    expect(() => documentOf(router)).toThrow(ProcedureError);
  });
});

describe('inputs that exclude each other', () => {
  it.each([
    ['an object', z.object({ field: z.string().optional() })],
    ['an object without fields', empty],
    ['an optional object', empty.optional()],
  ])('are refused at the start: z.void() beside %s', async (_, other) => {
    const never = t.procedure
      .meta({ openapi: { method: 'GET', path: '/tried', protect: false } })
      .input(other)
      .concat(t.procedure.input(z.void()))
      .output(z.string())
      .query(() => '');
    const router = t.router({ never });
    await expect(startLibrary({ router })).rejects.toThrow('z.void() beside');
    expect(() => documentOf(router)).toThrow('z.void() beside');
  });
});
