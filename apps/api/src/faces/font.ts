import { font, fontPath } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { keep, sendKept } from '../http/kept-answers.ts';

/** A sandboxed page has an opaque origin, so its font needs CORS. */
export async function mountFont(app: FastifyInstance): Promise<void> {
  const kept = await keep(font);
  app.get(fontPath, (request, reply) => {
    void reply.type('font/woff2').header('access-control-allow-origin', '*');
    return sendKept(request, reply, kept, 'public, max-age=86400');
  });
}
