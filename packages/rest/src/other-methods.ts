import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RestRequest } from './read-input.ts';
import { Refusal } from './refusal.ts';

type OnRequest = (request: RestRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Answers OPTIONS with what the path takes, and refuses every other method before any body is read. */
export function mountOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: readonly string[],
  onRequest: OnRequest = (_request, _reply, done) => done(),
): void {
  const allow = [...new Set([...taken, 'OPTIONS'])].toSorted().join(', ');
  app.route<{ Params: Record<string, string> }>({
    method: ['OPTIONS'],
    url,
    onRequest,
    preParsing: (_request, reply, _payload, _done) => {
      void reply.code(204).header('allow', allow).send();
    },
    handler: () => undefined,
  });
  app.route<{ Params: Record<string, string> }>({
    method: app.supportedMethods.filter((method) => !allow.split(', ').includes(method)),
    url,
    onRequest,
    preParsing: (_request, _reply, _payload, done) => {
      done(new Refusal('METHOD_NOT_ALLOWED', { headers: { allow } }));
    },
    handler: () => undefined,
  });
}

/**
 * Gives the other methods to every route that is registered from now on and does not answer OPTIONS by itself: call what it
 * returns when all of them are there.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    taken.set(url, methods.union(new Set([method].flat())));
  });
  return () => {
    // A copy: mounting them adds to the map.
    const known = new Map(taken);
    for (const [url, methods] of known) {
      if (!methods.has('OPTIONS') && url !== '*') {
        mountOtherMethods(app, url, [...methods]);
      }
    }
  };
}
