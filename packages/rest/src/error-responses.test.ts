import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeRouter } from './describe-router.ts';
import { httpStatuses } from './http-error.ts';
import { bookRouter } from './testing/book-router.ts';

const options = { title: 'Books', version: '1.0.0', baseUrl: '/v1' };
const t = initTRPC.meta<OpenApiMeta & { reasons?: string[] }>().create();

/** A part of the document; undefined if it is missing. */
const at = (document: unknown, ...keys: (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (held, key) =>
      typeof held === 'object' && held ? Reflect.get(held, key) : undefined,
    document,
  );

describe('reasons with meanings', () => {
  const reasons = Object.fromEntries(
    [...Object.entries(httpStatuses), ['SOLD', 409] as const, ['GONE', 409] as const].map(
      ([reason, status]) => [reason, { status, meaning: `It is ${reason}.` }],
    ),
  );
  const failing = (...own: string[]) =>
    t.procedure
      .meta({
        openapi: { method: 'GET', path: `/${own.length}`, protect: false },
        reasons: own,
      })
      .output(z.null())
      .query(() => null);
  const narrowed = (...own: string[]) => ({
    allOf: [
      { $ref: '#/components/schemas/ErrorBody' },
      {
        type: 'object',
        properties: { reason: { type: 'string', enum: own } },
        required: ['reason'],
      },
    ],
  });

  it('are those of the procedure and of its input, by status', () => {
    const { paths } = describeRouter(bookRouter, { ...options, reasons });
    const enumOf = (path: string, method: string) =>
      at(
        paths[path]?.[method]?.responses[400],
        'content',
        'application/json',
        'schema',
        'allOf',
        1,
        'properties',
        'reason',
        'enum',
      );
    expect(enumOf('/books', 'get')).toEqual([
      'MALFORMED_QUERY',
      'MALFORMED_REQUEST',
      'PARAMETER_REPEATED',
    ]);
    expect(enumOf('/tidy', 'post')).toEqual([
      'BODY_TOO_DEEP',
      'MALFORMED_JSON',
      'MALFORMED_REQUEST',
      'MALFORMED_TEXT',
    ]);
  });

  it('are a component if a status has one, otherwise in their places', () => {
    const router = t.router({ one: failing('SOLD'), two: failing('SOLD', 'GONE') });
    const { paths, components } = describeRouter(router, { ...options, reasons });
    expect(paths['/1']?.['get']?.responses[409]).toEqual({
      $ref: '#/components/responses/Sold',
    });
    expect(components.responses?.['Sold']).toEqual({
      description: 'It is SOLD.',
      content: { 'application/json': { schema: narrowed('SOLD') } },
    });
    expect(paths['/2']?.['get']?.responses[409]).toEqual({
      description: '- `GONE`: It is GONE.\n- `SOLD`: It is SOLD.',
      content: { 'application/json': { schema: narrowed('GONE', 'SOLD') } },
    });
  });

  it('are all listed with the same shape', () => {
    const { schemas } = describeRouter(bookRouter, { ...options, reasons }).components;
    expect(at(schemas, 'ErrorBody', 'properties', 'reason', 'enum')).toEqual(
      Object.keys(reasons),
    );
  });

  it('may come with fields that only some errors have', () => {
    const errorFields = { due: { type: 'string' } };
    const { schemas } = describeRouter(bookRouter, {
      ...options,
      errorFields,
    }).components;
    expect(at(schemas, 'ErrorBody', 'properties', 'due')).toEqual({ type: 'string' });
    expect(at(schemas, 'ErrorBody', 'required')).not.toContain('due');
  });

  it('must each be explained', () => {
    const router = t.router({ one: failing('LOST') });
    expect(() => describeRouter(router, { ...options, reasons })).toThrow(
      'reasons does not explain LOST',
    );
  });

  it('that the server itself gives must be explained too', () => {
    const { INTERNAL: _internal, ...others } = reasons;
    expect(() => describeRouter(bookRouter, { ...options, reasons: others })).toThrow(
      'reasons does not explain INTERNAL',
    );
  });

  it('are left open without `reasons`', () => {
    const { paths, components } = describeRouter(t.router({ one: failing() }), options);
    expect(components).not.toHaveProperty('responses');
    expect(paths['/0']?.['get']?.responses[500]).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
      },
    });
  });
});
