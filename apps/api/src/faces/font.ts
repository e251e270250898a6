import { font, fontPath } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { keep, sendKept } from '../http/kept-answers.ts';

/** Serves the pages' font. A sandboxed page has an origin of its own, and a browser asks for fonts across origins by CORS. */
export async function mountFont(app: FastifyInstance): Promise<void> {
  const kept = await keep(font);
  app.get(fontPath, (request, reply) => {
    void reply.type('font/woff2').header('access-control-allow-origin', '*');
    return sendKept(request, reply, kept, 'public, max-age=86400');
  });
}
