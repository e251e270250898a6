import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds `Connection: close` to answers. Set it some time before `close()`. */
    takesLeave: boolean;
  }
}

/**
 * While the server closes, each open connection gets one more answer. After
 * `grace` milliseconds all connections are cut. Node stops checking its time
 * limits when a server closes, so a half-sent upload would hold `close()` for
 * ever.
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
  // A client that keeps its connection would hold `close()` for the grace.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.takesLeave) {
      void reply.header('connection', 'close');
    }
    done();
  });
}
