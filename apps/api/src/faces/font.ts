import { font, fontPath } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { serveKept } from './kept-answers.ts';

/** A sandboxed page has an opaque origin, so its font needs CORS. */
export function mountFont(app: FastifyInstance): void {
  serveKept(app, fontPath, {
    type: 'font/woff2',
    cacheControl: 'public, max-age=86400',
    make: () => font,
    dress: (reply) => reply.header('access-control-allow-origin', '*'),
  });
}
