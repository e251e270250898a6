import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';

/**
 * While the server closes, answers 503 to a request that still comes in over an open
 * connection. Whatever has not ended after `grace` milliseconds is cut off: Node
 * stops watching its time limits once a server closes, so a half-sent upload would
 * hold `close()` for ever.
 */
export function rejectWhileClosing(app: FastifyInstance, grace: number): void {
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    closing = true;
    timer = setTimeout(() => app.server.closeAllConnections(), grace);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
  // A client that keeps its connection would otherwise hold `close()` until the grace is over.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) {
      void reply.header('connection', 'close');
    }
    done();
  });
  app.addHook('preParsing', (_request, _reply, _payload, done) => {
    done(closing ? new HttpError('UNAVAILABLE') : null);
  });
}
