import type { FastifyInstance } from 'fastify';

export const notStored = { 'cache-control': 'no-store' };

/** Answers are personal. Nobody may store them unless a route allows it. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) {
      void reply.headers(notStored);
    }
    done();
  });
}
