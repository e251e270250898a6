import { describe, expect, it } from 'vitest';
import { describeRouter } from './describe-router.ts';
import { ask, startLibrary, type Library } from './testing.ts';
import { bookRouter } from './testing/book-router.ts';

const line = 'GET /v1/books/new.json';

const askIf = (library: Library, tag: string) =>
  ask(library, line, { headers: { 'if-none-match': tag } });

describe('an answer that a client may keep', () => {
  it('names its version, and is for one client only', async () => {
    await using library = await startLibrary();
    const { headers } = await ask(library, line);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
    });
  });

  it('is 304 without a body while the client has it', async () => {
    await using library = await startLibrary();
    const { headers } = await ask(library, line);
    const etag = headers.etag ?? '';
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await askIf(library, known);
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers.vary).toBe(headers.vary);
      // A cache would write them into its copy (RFC 9110, sections 8.6 and 15.4.5).
      expect(again.headers).not.toHaveProperty('content-length');
      expect(again.headers).not.toHaveProperty('content-type');
    }
  });

  it('is whole if the client has another version', async () => {
    await using library = await startLibrary();
    for (const other of ['"other"', 'W/"other"', '']) {
      expect(await askIf(library, other)).toMatchObject({
        status: 200,
        text: '"newest"',
      });
    }
  });

  it('is the only one that is described with a tag and 304', () => {
    const { paths } = describeRouter(bookRouter, {
      title: '',
      version: '1',
      baseUrl: '/',
    });
    const { parameters, responses } = paths['/books/new.json']?.['get'] ?? {};
    expect(parameters).toEqual([
      expect.objectContaining({ name: 'If-None-Match', in: 'header' }),
    ]);
    expect(responses?.[304]).toMatchObject({ headers: { ETag: {} } });
    expect(paths['/books']?.['get']?.responses[304]).toBeUndefined();
  });
});
