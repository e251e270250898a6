import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
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

export class DocumentTurns {
  readonly #admit: Admission['admit'];

  constructor({ admit }: Pick<Admission, 'admit'>) {
    this.#admit = admit;
  }

  /** Covers all routes that are registered later and don't run calls. */
  coverRoutes(app: FastifyInstance): void {
    app.decorateRequest('endTurn', undefined);
    app.addHook('onRoute', (route) => {
      if (route.config?.runsCalls || alwaysAnswered.has(route.url)) return;
      // The door lets in no request before its body has arrived.
      route.onRequest = [this.#wait, ...[route.onRequest ?? []].flat()];
      route.onSend = [...[route.onSend ?? []].flat(), this.#endOnSend];
      route.onResponse = [...[route.onResponse ?? []].flat(), this.#end];
    });
  }

  /** Covers all requests of a scope, when they arrive. */
  coverScope(scope: FastifyInstance): void {
    scope.addHook('onRequest', this.#wait);
    scope.addHook('onSend', this.#endOnSend);
    scope.addHook('onResponse', this.#end);
  }

  readonly #wait = (
    request: FastifyRequest,
    _reply: FastifyReply,
    proceed: HookHandlerDoneFunction,
  ): void => {
    const answering = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      request.endTurn = resolve;
      proceed();
      return promise;
    };
    const asker = { ip: clientAddress(request), pool: 'document' } as const;
    this.#admit(asker, answering).catch(proceed);
  };

  readonly #endOnSend = <Payload>(
    request: FastifyRequest,
    _reply: FastifyReply,
    payload: Payload,
    proceed: (error: null, payload: Payload) => void,
  ): void => {
    request.endTurn?.();
    proceed(null, payload);
  };

  readonly #end = (
    request: FastifyRequest,
    _reply: FastifyReply,
    proceed: HookHandlerDoneFunction,
  ): void => {
    request.endTurn?.();
    proceed();
  };
}
