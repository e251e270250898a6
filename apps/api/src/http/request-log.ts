import type { Deps } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's calls; undefined unless requests are logged. */
    calls: { procedures: string[]; waited: number } | undefined;
  }
}

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

/**
 * Logs one line per request with the route's pattern. Never logs the path, query,
 * headers or body.
 * @returns a wrapper of `deps` for the calls of a request, which measures how
 * long they waited
 */
export function logRequests(
  app: FastifyInstance,
  logger: Logger,
): (request: FastifyRequest, deps: Deps) => Deps {
  app.decorateRequest('calls', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const { procedures = [], waited = 0 } = request.calls ?? {};
    logger.info(
      {
        event: 'request',
        call: request.id,
        method: request.method,
        route: request.routeOptions.url,
        procedures,
        status: reply.statusCode,
        waiting: tenths(waited),
        working: tenths(Math.max(0, reply.elapsedTime - waited)),
        user: request.accountId,
      },
      'a request was answered',
    );
    done();
  });
  return (request, deps) => {
    const calls = { procedures: new Array<string>(), waited: 0 };
    request.calls = calls;
    return {
      ...deps,
      admit: async (asker, work) => {
        const asked = performance.now();
        let hasBegun = false;
        const begin = () => {
          if (!hasBegun) calls.waited += performance.now() - asked;
          hasBegun = true;
        };
        try {
          return await deps.admit(asker, () => {
            begin();
            return work();
          });
        } finally {
          begin();
        }
      },
      telemetry: {
        ...deps.telemetry,
        answered: (procedure, outcome, milliseconds) => {
          calls.procedures.push(procedure);
          deps.telemetry.answered(procedure, outcome, milliseconds);
        },
      },
    };
  };
}
