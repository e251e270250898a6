import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService({ settings: { MEMBER_PAGES: 'false' } });

/** The answer as sent, not decompressed. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asking = request(`${service().origin}${path}`, { method, headers });
  asking.end();
  const [answer]: [IncomingMessage] = await once(asking, 'response').then(([first]) => [
    first,
  ]);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await buffer(answer),
  };
}

const plain = (body: Buffer) => body;

const documents = [
  ['/api/v1/openapi.json', 'public, max-age=300'],
  ['/api/v1/moderation/openapi.json', 'public, max-age=300'],
  ['/docs', 'no-cache'],
  ['/docs/moderation', 'no-cache'],
  ['/docs/start.js', 'public, max-age=3600'],
  ['/docs/viewer.js', 'public, max-age=3600'],
  ['/', 'no-cache'],
] as const;

describe.each(documents)('%s', (path, cacheControl) => {
  const accept = { accept: 'text/html, */*' };

  it('is sent in an encoding that the client accepts, with the same content', async () => {
    const { body: whole } = await get(path, accept);
    for (const [accepted, coding, decode] of [
      ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['GZIP ; q=1.0, *;q=0', 'gzip', gunzipSync],
      ['identity', undefined, plain],
      ['br', undefined, plain],
      ['gzip;q=0, *', undefined, plain],
      ['*, gzip ; Q=0.0', undefined, plain],
    ] as const) {
      const { headers, body } = await get(path, {
        ...accept,
        'accept-encoding': accepted,
      });
      expect(headers).toMatchObject({ 'cache-control': cacheControl });
      expect(headers['content-encoding']).toBe(coding);
      expect(headers.vary).toContain('accept-encoding');
      expect(decode(body).equals(whole)).toBe(true);
    }
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(path, accept);
    const again = await get(path, { ...accept, 'if-none-match': headers.etag ?? '' });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(again.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': cacheControl,
    });
    expect((await get(path, { ...accept, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { headers, body } = await get(path, accept);
    const head = await get(path, accept, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers).toMatchObject({
      etag: headers.etag,
      'content-length': `${body.length}`,
    });
  });
});

it('a condition does not change the 404 of an unknown path', async () => {
  const answer = await get('/nothing', { accept: 'text/html', 'if-none-match': '*' });
  expect(answer.status).toBe(404);
  expect(answer.headers.etag).toBeUndefined();
});

it('/metrics is read at most once a second', async () => {
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/metrics')));
  // On a slow machine this takes seconds, with one reading in each.
  const seconds = (performance.now() - began) / 1_000;
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const readings = new Set(answers.map(({ body }) => body.toString())).size;
  expect(readings).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  expect(readings).toBeLessThan(answers.length);
});
