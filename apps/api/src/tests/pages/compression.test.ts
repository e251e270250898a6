import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';

const service = useService();

/** The bytes of a page as they are sent. */
async function sentOf(path: string): Promise<Buffer> {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const request = get(`${service().origin}${path}`, { headers });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.headers['content-encoding'] !== 'br') throw new Error('not compressed');
  return buffer(answer);
}

describe('a page', () => {
  it.each(['/', '/sign-in'])(
    'is sent compressed by Brotli, quickly: %s',
    async (path) => {
      const sent = await sentOf(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_LGWIN]: 16,
      };
      const page = brotliDecompressSync(sent);
      expect(page.toString()).toContain('<!doctype html>');
      expect(sent.length).toBe(brotliCompressSync(page, { params }).length);
    },
  );
});
