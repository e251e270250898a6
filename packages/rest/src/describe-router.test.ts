import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeRouter } from './describe-router.ts';
import { ask, startLibrary, sendJson } from './testing.ts';
import { bookRouter } from './testing/book-router.ts';

const options = { title: 'Books', version: '1.0.0', baseUrl: '/v1' };
const t = initTRPC.meta<OpenApiMeta>().create();

function operation(path: string, method: string) {
  const found = describeRouter(bookRouter, options).paths[path]?.[method];
  if (found === undefined) {
    throw new Error(`${method} ${path} is not described`);
  }
  return found;
}

/** Paths of empty objects in the document, except in examples. */
function emptyObjects(json: unknown, path = ''): string[] {
  if (typeof json !== 'object' || json === null) {
    return [];
  }
  const children = Object.entries(json);
  return children.length === 0 && !Array.isArray(json)
    ? [path]
    : children.flatMap(([key, child]) =>
        key === 'example' ? [] : emptyObjects(child, `${path}/${key}`),
      );
}

describe('the document', () => {
  it('names protected operations that also take calls without a token', () => {
    const open = t.router({
      read: t.procedure
        .meta({ openapi: { method: 'GET', path: '/read', protect: true } })
        .output(z.object({ at: z.iso.datetime() }))
        .query(() => ({ at: '2026-01-01T00:00:00Z' })),
    });
    const { paths } = describeRouter(open, { ...options, tokenOptional: ['read'] });
    expect(paths['/read']?.['get']?.security).toEqual([{ bearer: [] }, {}]);
    expect(paths['/read']?.['get']?.responses[200]).toMatchObject({
      content: { 'application/json': { example: { at: '2026-01-31T12:00:00.000Z' } } },
    });
  });

  it('is the same each time, key for key, and plain JSON', () => {
    const [first, second] = [1, 2].map(() =>
      JSON.stringify(describeRouter(bookRouter, options)),
    );
    expect(second).toBe(first);
    expect(JSON.parse(first ?? '')).toEqual(describeRouter(bookRouter, options));
  });

  it('describes each route that is mounted, and nothing else', () => {
    const { paths } = describeRouter(bookRouter, options);
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes).toEqual([
      'get /books',
      'post /books',
      'get /books/{isbn}',
      'patch /books/{isbn}',
      'delete /books/{isbn}',
      'get /books/new.json',
      'post /tidy',
      'get /mishap',
    ]);
  });

  it('asks for a token exactly where the procedure does', () => {
    expect(operation('/books/{isbn}', 'get').security).toEqual([{ bearer: [] }]);
    expect(operation('/books', 'get').security).toEqual([]);
  });

  it('gives the schemas of parameters as they are', () => {
    const parameters = operation('/books', 'get').parameters ?? [];
    expect(parameters.map(({ name, schema }) => [name, schema])).toEqual([
      [
        'page',
        { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
      ],
      ['reverse', { type: 'boolean' }],
      ['ratio', { type: ['number', 'null'] }],
      ['title', { type: 'string' }],
    ]);
  });

  it('requires the body that the route requires', async () => {
    await using library = await startLibrary();
    const { requestBody } = operation('/books/{isbn}', 'patch');
    expect(requestBody?.required).toBe(true);
    expect(await ask(library, 'PATCH /v1/books/1')).toMatchObject({ status: 400 });
    expect(operation('/tidy', 'post').requestBody).toBeUndefined();
    expect(operation('/books/{isbn}', 'delete').requestBody).toBeUndefined();
  });

  it('has an optional body if the whole input is optional', () => {
    const note = t.procedure
      .meta({ openapi: { method: 'POST', path: '/note' } })
      .input(z.object({ text: z.string() }).optional())
      .output(z.null())
      .mutation(() => null);
    const { paths } = describeRouter(t.router({ note }), options);
    expect(paths['/note']?.['post']?.requestBody?.required).toBe(false);
  });

  it('has only the paths that it covers, and the components that these use', () => {
    const { paths, components } = describeRouter(bookRouter, {
      ...options,
      covers: (path) => path === '/mishap',
    });
    expect(Object.keys(paths)).toEqual(['/mishap']);
    expect(Object.keys(components.schemas)).toEqual(['ErrorBody']);
    expect(Object.keys(components.headers)).toEqual(['Retry-After']);
  });

  it('has the headers that its answers name', () => {
    const headersOf = (covered: string) =>
      Object.keys(
        describeRouter(bookRouter, { ...options, covers: (path) => path === covered })
          .components.headers,
      );
    expect(headersOf('/books/{isbn}')).toEqual(['WWW-Authenticate', 'Retry-After']);
    expect(headersOf('/books/new.json')).toEqual(['Retry-After', 'ETag']);
  });

  it('has no empty schema', () => {
    const { paths, components } = describeRouter(bookRouter, options);
    expect(emptyObjects({ paths, components })).toEqual([]);
    expect(operation('/tidy', 'post').responses[200]).toMatchObject({
      content: { 'application/json': { schema: { type: 'null' } } },
    });
  });

  it('says date-time of times, without a regular expression', () => {
    const { schemas } = describeRouter(bookRouter, options).components;
    expect(schemas['Book']).toMatchObject({
      properties: { addedAt: { type: 'string', format: 'date-time' } },
    });
    expect(JSON.stringify(schemas)).not.toContain('pattern');
  });
});

describe('errors', () => {
  it('are those that can occur with the operation’s input', () => {
    const statuses = (path: string, method: string) =>
      Object.keys(operation(path, method).responses).join(' ');
    expect(statuses('/mishap', 'get')).toBe('200 408 414 429 431 500 503');
    expect(statuses('/books', 'get')).toBe('200 400 408 414 429 431 500 503');
    expect(statuses('/books/{isbn}', 'get')).toBe(
      '200 400 401 404 408 414 429 431 500 503',
    );
    expect(statuses('/books', 'post')).toBe(
      '200 400 401 408 413 414 415 429 431 500 503',
    );
    expect(statuses('/tidy', 'post')).toBe('200 400 408 413 414 415 429 431 500 503');
    expect(statuses('/books/{isbn}', 'patch')).toBe(
      '200 400 408 409 413 414 415 429 431 500 503',
    );
  });

  it('all have the same shape', () => {
    const { paths, components } = describeRouter(bookRouter, options);
    for (const described of Object.values(paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      const { 200: _success, 304: _unchanged, ...errors } = described.responses;
      for (const error of Object.values(errors)) {
        const schema = { $ref: '#/components/schemas/ErrorBody' };
        expect(error).toMatchObject({ content: { 'application/json': { schema } } });
      }
    }
    expect(Object.keys(components.schemas)).toEqual(['ErrorBody', 'Book', 'Place']);
  });

  it('have the shape that is really sent', async () => {
    await using library = await startLibrary();
    const { text } = await sendJson(library, 'PATCH /v1/books/1', '{"sold":"no"}');
    const { schemas } = describeRouter(bookRouter, options).components;
    const sent = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    expect(schemas['ErrorBody']).toMatchObject({
      properties: Object.fromEntries(
        Object.keys(sent).map((key) => [key, expect.anything()]),
      ),
      required: ['message', 'code', 'reason'],
    });
  });

  it('may get more fields in a later version, and so may every answer', () => {
    const { paths, components } = describeRouter(bookRouter, options);
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    );
    expect(JSON.stringify([answers, components])).not.toContain(
      'additionalProperties":false',
    );
  });

  it('have headers that say what to do next', () => {
    const { 429: limited, 503: unavailable } = operation(
      '/books/{isbn}',
      'patch',
    ).responses;
    const retry = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
    expect([limited, unavailable]).toMatchObject([
      { headers: retry },
      { headers: retry },
    ]);
    expect(operation('/books/{isbn}', 'get').responses[401]).toMatchObject({
      headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } },
    });
  });

  it("have each procedure's own words, and no other's", () => {
    const make = (
      path: `/${string}`,
      errorResponses: number[] | Record<number, string>,
    ) =>
      t.procedure
        .meta({ openapi: { method: 'GET', path, protect: false, errorResponses } })
        .output(z.null())
        .query(() => null);
    const router = t.router({
      one: make('/one', { 404: 'No one.', 500: 'Bad luck.' }),
      two: make('/two', { 404: 'No two.' }),
      three: make('/three', [404]),
    });
    const { paths } = describeRouter(router, options);
    const answers = Object.values(paths).map((methods) => methods['get']?.responses[404]);
    const words = ['No one.', 'No two.', 'There is no such resource.'];
    expect(answers).toMatchObject(words.map((description) => ({ description })));
    expect(paths['/one']?.['get']?.responses[500]).toMatchObject({
      description: 'Bad luck.',
    });
  });
});

describe('a schema with an id', () => {
  const Links = z.object({ home: z.string().optional() }).meta({ id: 'Links' });
  const Card = z.object({ links: Links }).meta({ id: 'Card' });
  const Draft = z
    .object({ size: z.int().default(1), links: Links })
    .meta({ id: 'Draft' });
  const router = t.router({
    save: t.procedure
      .meta({ openapi: { method: 'POST', path: '/cards' } })
      .input(
        z.object({ card: Card, draft: Draft, list: z.array(Card), any: z.unknown() }),
      )
      .output(
        z.object({ card: Card, draft: Draft, rest: z.record(z.string(), z.unknown()) }),
      )
      .mutation(({ input }) => ({ ...input, rest: {} })),
  });

  it('is a component of that name, and each reference leads to a component', () => {
    const { paths, components } = describeRouter(router, options);
    const names = Object.keys(components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['ErrorBody', 'Card', 'Draft', 'Links']),
    );
    const references = JSON.stringify({ paths, components }).match(/schemas\/\w+/g) ?? [];
    const named = new Set(
      references.map((reference) => reference.replace('schemas/', '')),
    );
    expect([...named].toSorted()).toEqual(names.toSorted());
  });

  it('says that any value may be of any type', () => {
    const body = describeRouter(router, options).paths['/cards']?.['post']?.requestBody;
    expect(body?.content['application/json']?.schema).toMatchObject({
      properties: { any: { type: expect.arrayContaining(['null', 'object', 'string']) } },
    });
  });
});
