import { initTRPC, type AnyRouter } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeRouter } from './describe-router.ts';
import { ProcedureError } from './procedure-error.ts';
import { ask, reasonOf, startLibrary } from './testing.ts';

const t = initTRPC.meta<OpenApiMeta>().create();

type Tried = { method?: 'GET' | 'POST'; path?: `/${string}` };

/** A router with one procedure, `deep.er`, that returns its input. */
function trying(
  field: z.ZodType,
  { method = 'GET', path = '/tried' }: Tried = {},
  output: z.ZodType = z.unknown(),
) {
  const er = t.procedure
    .meta({ openapi: { method, path, protect: false } })
    .input(z.object({ field }))
    .output(output)
    .query(({ input }) => input);
  return t.router({ deep: t.router({ er }) });
}

const documentOf = (router: AnyRouter) =>
  describeRouter(router, { title: 'Tried', version: '1.0.0', baseUrl: '/v1' });

const messageOf = (error: unknown) =>
  error instanceof ProcedureError ? error.message : error;

/** The error of both the server and the document, which must be the same. */
async function refusal(router: AnyRouter) {
  const served = await startLibrary({ router }).catch(messageOf);
  const described = await Promise.resolve(router).then(documentOf).catch(messageOf);
  expect(served).toBe(described);
  return served;
}

const codec = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

describe('a procedure that is added', () => {
  it.each<[string, z.ZodType, string, unknown]>([
    ['a string', z.string(), 'a', 'a'],
    ['an address', z.email(), 'a@example.com', 'a@example.com'],
    ['a number', z.number(), '-1.5', -1.5],
    ['a boolean', z.boolean().optional(), 'false', false],
    ['an enum', z.enum(['a', 'b']).default('a'), 'b', 'b'],
    ['a literal', z.literal('a'), 'a', 'a'],
    ['a lazy one', z.lazy(() => z.int()), '5', 5],
    ['a codec', codec, '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['a transformed one', z.int().transform((value) => value + 1), '1', 2],
  ])('with %s as its parameter is served and described', async (_kind, ...given) => {
    const [field, sent, read] = given;
    for (const path of ['/tried', '/tried/{field}'] as const) {
      if (path === '/tried/{field}' && field instanceof z.ZodOptional) continue;
      const router = trying(field, { path });
      const url = path === '/tried' ? `/tried?field=${sent}` : `/tried/${sent}`;
      await using library = await startLibrary({ router });
      const { status, text } = await ask(library, `GET /v1${url}`);
      expect([status, JSON.parse(text)]).toEqual([200, { field: read }]);
      const parameters = documentOf(router).paths[path]?.['get']?.parameters;
      expect(parameters).toMatchObject([
        { name: 'field', in: path === '/tried' ? 'query' : 'path' },
      ]);
      expect(parameters?.[0]).not.toHaveProperty('explode');
    }
  });

  it.each<[string, z.ZodType, Tried, string]>([
    ['a date', z.date(), {}, 'z.iso.datetime()'],
    ['a date in the path', z.date(), { path: '/{field}' }, 'z.iso.datetime()'],
    ['a coerced date', z.coerce.date().optional(), {}, 'z.iso.datetime()'],
    ['a bigint', z.bigint(), {}, 'z.int()'],
    ['a coerced bigint', z.coerce.bigint(), {}, 'z.int()'],
    ['a bigint in the path', z.bigint(), { path: '/{field}' }, 'z.int()'],
    ['a union', z.union([z.string(), z.number()]), {}, 'z.enum()'],
    ['an object', z.object({ a: z.string() }), {}, 'POST'],
    ['a map', z.map(z.string(), z.string()), {}, 'z.record()'],
    ['a record', z.record(z.string(), z.string()).nullish(), {}, 'POST'],
    ['a set', z.set(z.string()), {}, 'z.array()'],
    ['a tuple', z.tuple([z.string()]), {}, 'z.array()'],
    ['an enum of numbers', z.enum({ one: 1 }), {}, 'z.enum() of strings'],
    ['several literals', z.literal(['a', 'b']), {}, 'z.enum()'],
    ['a literal number', z.literal(5), {}, 'z.enum()'],
    ['anything', z.unknown(), {}, 'z.string()'],
    ['a coerced number', z.coerce.number(), {}, 'z.number()'],
    [
      'a list in the path',
      z.array(z.string()),
      { path: '/{field}' },
      'a query parameter',
    ],
    ['a list of lists', z.array(z.array(z.string())), {}, 'z.string()'],
    ['a list of dates', z.array(z.date()), {}, 'z.iso.datetime()'],
    ['a list of objects', z.array(z.object({})), {}, 'POST'],
    ['a date in the body', z.date(), { method: 'POST' }, 'z.iso.datetime()'],
    ['a deep bigint', z.object({ a: z.bigint() }), { method: 'POST' }, 'z.string()'],
    ['a map in the body', z.map(z.string(), z.int()), { method: 'POST' }, 'z.record()'],
    ['a readonly parameter', z.string().readonly(), {}, 'ZodString'],
    [
      'an optional part of the path',
      z.string().optional(),
      { path: '/{field}' },
      'optional',
    ],
    ['a custom body', z.custom(), { method: 'POST' }, '.meta()'],
  ])(
    'with %s is neither, and the line says what to use',
    async (_kind, field, tried, use) => {
      const served = await refusal(trying(field, tried));
      expect(served).toMatch(/^procedure deep\.er: .*\bfield\b/);
      expect(served).toContain(use);
      expect(served).not.toContain('\n');
    },
  );

  it('without an output, or with one that JSON can’t write, is neither', async () => {
    const er = t.procedure
      .meta({ openapi: { method: 'GET', path: '/tried' } })
      .query(() => null);
    const router = t.router({ deep: t.router({ er }) });
    const served = await refusal(router);
    expect(served).toBe(
      'procedure deep.er: it has no output; use .output(), with z.void() for none',
    );
    const bigint = await refusal(trying(z.string(), {}, z.object({ size: z.bigint() })));
    expect(bigint).toMatch(/^procedure deep\.er: its output .*use z\.string\(\)$/);
  });

  it('with other fields in its document than REST reads is neither', async () => {
    const er = t.procedure
      .meta({ openapi: { method: 'GET', path: '/tried' } })
      .input(
        z
          .object({ sent: z.string() })
          .transform(({ sent }) => ({ read: sent }))
          .pipe(z.object({ read: z.string() })),
      )
      .output(z.null())
      .query(() => null);
    const served = await refusal(t.router({ deep: t.router({ er }) }));
    expect(served).toMatch(/^procedure deep\.er: .*z\.object\(\)/);
  });

  it('with an input that may be left out is served without any parameter', async () => {
    const er = t.procedure
      .meta({ openapi: { method: 'GET', path: '/tried', protect: false } })
      .input(z.object({ field: z.string() }).optional())
      .output(z.object({ read: z.unknown() }))
      .query(({ input }) => ({ read: input ?? 'nothing' }));
    const router = t.router({ deep: t.router({ er }) });
    const { parameters } = documentOf(router).paths['/tried']?.['get'] ?? {};
    expect(parameters?.[0]).not.toHaveProperty('required');
    await using library = await startLibrary({ router });
    const texts = ['', '?other=1', '?field=a'].map(
      async (query) => (await ask(library, `GET /v1/tried${query}`)).text,
    );
    expect(await Promise.all(texts)).toEqual([
      '{"read":"nothing"}',
      '{"read":"nothing"}',
      '{"read":{"field":"a"}}',
    ]);
  });

  it('with bodies of another type than JSON is neither', async () => {
    const er = t.procedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/tried',
          contentTypes: ['application/x-www-form-urlencoded'],
        },
      })
      .output(z.null())
      .mutation(() => null);
    const served = await refusal(t.router({ deep: t.router({ er }) }));
    expect(served).toMatch(
      /^procedure deep\.er: meta\.openapi\.contentTypes.*JSON alone/,
    );
  });
});

describe('an array in the query', () => {
  it.each<[string, z.ZodType, string, unknown]>([
    ['one value', z.array(z.string()), 'field=a', ['a']],
    ['several, in their order', z.array(z.string()), 'field=b&field=a', ['b', 'a']],
    ['the same twice', z.array(z.string()), 'field=a&other=1&field=a', ['a', 'a']],
    ['a comma', z.array(z.string()), 'field=a,b', ['a,b']],
    ['an encoded name', z.array(z.string()), 'f%69eld=a&field=%26', ['a', '&']],
    ['numbers', z.array(z.int()), 'field=1&field=2', [1, 2]],
    ['booleans', z.array(z.boolean()), 'field=true&field=false', [true, false]],
    ['an enum', z.array(z.enum(['a', 'b'])).optional(), 'field=a&field=b', ['a', 'b']],
    [
      'a default that is not needed',
      z.array(z.string()).default(['x']),
      'field=a',
      ['a'],
    ],
    ['a default', z.array(z.string()).default(['x']), '', ['x']],
  ])('takes %s, and is described so', async (_what, field, query, read) => {
    const router = trying(field);
    await using library = await startLibrary({ router });
    const { status, text } = await ask(library, `GET /v1/tried?${query}`);
    expect([status, JSON.parse(text)]).toEqual([200, { field: read }]);
    const { parameters } = documentOf(router).paths['/tried']?.['get'] ?? {};
    expect(parameters).toMatchObject([
      {
        name: 'field',
        in: 'query',
        style: 'form',
        explode: true,
        schema: { type: 'array' },
      },
    ]);
  });

  it.each([
    ['field=1&field=x', 'BAD_REQUEST'],
    ['field=', 'BAD_REQUEST'],
    ['', 'BAD_REQUEST'],
    ['field=1&field=%ff', 'MALFORMED_QUERY'],
  ])('is refused if it is missing or an element is wrong: %j', async (query, reason) => {
    await using library = await startLibrary({ router: trying(z.array(z.int())) });
    const answer = await ask(library, `GET /v1/tried?${query}`);
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
  });
});
