import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../http/call.ts';
import type { Admission } from './admission.ts';
import { alwaysAnswered } from './overload.ts';

/*
 * Problem: documents, pages, files and unknown paths are work too. A client could
 * block the process with them without a single call.
 *
 * Plan: they wait for a turn, as calls do. The turn ends when the answer is ready,
 * so a slow reader does not block a slot.
 *
 * Price: each of these requests takes one look-up of its client. Only the paths
 * that show the state of the process never wait.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that wait for turns of their own. */
    runsCalls?: boolean;
  }
  interface FastifyRequest {
    /** Undefined until the turn begins. */
    endTurn: (() => void) | undefined;
  }
}

/** Takes a turn for each request from now on that runs no calls. */
export function giveTurns(
  app: FastifyInstance,
  { admit }: Pick<Admission, 'admit'>,
): void {
  app.decorateRequest('endTurn', undefined);
  app.addHook('onRequest', (request, _reply, proceed) => {
    const { config, url = '' } = request.routeOptions;
    if (config.runsCalls || alwaysAnswered.has(url)) {
      proceed();
      return;
    }
    const answering = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      request.endTurn = resolve;
      proceed();
      return promise;
    };
    admit({ ip: clientAddress(request), pool: 'document' }, answering).catch(proceed);
  });
  app.addHook('onSend', (request, _reply, payload, proceed) => {
    request.endTurn?.();
    proceed(null, payload);
  });
  app.addHook('onResponse', (request, _reply, proceed) => {
    request.endTurn?.();
    proceed();
  });
}
