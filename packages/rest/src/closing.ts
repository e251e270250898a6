import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether answers say `Connection: close`, so that clients go elsewhere; set it some time before `close()`. */
    takesLeave: boolean;
  }
}

/**
 * While the server closes, requests that still come in over an open connection are answered, the last of each. Whatever has
 * not ended after `grace` milliseconds is cut off: Node stops watching its time limits once a server closes, so a half-sent
 * upload would hold `close()` for ever.
 */
export function closeGracefully(app: FastifyInstance, grace: number): void {
  let timer: NodeJS.Timeout | undefined;
  app.decorate('takesLeave', false);
  app.addHook('preClose', (done) => {
    app.takesLeave = true;
    timer = setTimeout(() => app.server.closeAllConnections(), grace);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    done();
  });
  // A client that keeps its connection would otherwise hold `close()` until the grace is over.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.takesLeave) {
      void reply.header('connection', 'close');
    }
    done();
  });
}
