import type { FastifyInstance } from 'fastify';

/** For answers that nobody may keep. */
export const notStored = { 'cache-control': 'no-store' };

/** Answers are one person's at one moment: none is kept anywhere, but those that say otherwise. */
export function forbidStoring(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) {
      void reply.headers(notStored);
    }
    done();
  });
}
