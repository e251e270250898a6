import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';

const service = useService();

/** The bytes of a page as they are sent. */
async function sentOf(path: string): Promise<Buffer> {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const request = get(`${service().origin}${path}`, { headers });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.headers['content-encoding'] !== 'gzip') throw new Error('not compressed');
  return buffer(answer);
}

describe('a page', () => {
  it.each(['/', '/sign-in'])('is sent compressed, quickly: %s', async (path) => {
    const sent = await sentOf(path);
    const page = gunzipSync(sent);
    expect(page.toString()).toContain('<!doctype html>');
    expect(sent.length).toBe(gzipSync(page, { level: 3 }).length);
  });
});
