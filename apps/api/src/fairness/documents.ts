import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import { clientAddress } from '../http/call.ts';
import { inTurns } from '../http/in-turns.ts';
import type { Admission } from './admission.ts';
import { alwaysAnswered } from './overload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route runs calls, which wait for their turn themselves. */
    runsCalls?: boolean;
  }
  interface FastifyRequest {
    /** Ends the turn of a document; undefined before it began. */
    endTurn: (() => void) | undefined;
  }
}

/**
 * Documents, pages, files and unknown paths wait for their turn, as calls do. The turn ends
 * when the answer is ready to be sent, so that a client that reads slowly takes nobody's slot.
 */
export class DocumentTurns {
  readonly #admit: Admission['admit'];
  readonly #soon = inTurns();

  constructor({ admit }: Pick<Admission, 'admit'>) {
    this.#admit = admit;
  }

  /** Has every route wait that is registered from now on and runs no calls. */
  coverRoutes(app: FastifyInstance): void {
    app.decorateRequest('endTurn', undefined);
    app.addHook('onRoute', (route) => {
      const { config, method, url } = route;
      if (config?.runsCalls || alwaysAnswered.has(url)) return;
      const reads = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
      // Other methods wait once the body is there: a slow one would hold its slot meanwhile.
      const moment = reads || config?.answersEarly ? 'onRequest' : 'preHandler';
      route[moment] = [this.#wait, ...[route[moment] ?? []].flat()];
      route.onSend = [...[route.onSend ?? []].flat(), this.#endOnSend];
      route.onResponse = [...[route.onResponse ?? []].flat(), this.#end];
    });
  }

  /** Has all requests of a scope wait when they arrive. */
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
      this.#soon(proceed);
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
