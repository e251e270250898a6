import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RestRequest } from './read-input.ts';
import { HttpError } from './http-error.ts';

type OnRequest = (
  request: RestRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) => void;

/** Methods such as PROPFIND, which Fastify does not know. */
const uncommon = new WeakMap<IncomingMessage, string>();

const schemeAndHost = /^https?:\/\/[^/?]*\/?/i;

/**
 * The server's `rewriteUrl`, which runs before routing. Clients of a proxy send whole
 * addresses (RFC 9112, section 3.2.2): everything after it sees only the path. Uncommon
 * methods become TRACE, which no path has, so that they are answered 405 as well. A route
 * for each path and each of Node's 34 methods would take a third of a start.
 */
export function prepareRouting(this: FastifyInstance, raw: IncomingMessage): string {
  const { method = '', url = '' } = raw;
  if (!this.supportedMethods.includes(method)) {
    uncommon.set(raw, method);
    raw.method = 'TRACE';
  }
  return url.replace(schemeAndHost, '/');
}

/** To the hooks an uncommon method is itself again. */
export function restoreMethod({ raw }: FastifyRequest): void {
  raw.method = uncommon.get(raw) ?? raw.method;
}

/** Answers OPTIONS with `Allow`, and other methods 405 before reading a body. */
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
      done(new HttpError('METHOD_NOT_ALLOWED', { allow }));
    },
    handler: () => undefined,
  });
}

/**
 * Mounts the other methods of every route registered from now on, unless the
 * route answers OPTIONS itself. Call the returned function once all routes are
 * registered.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    taken.set(url, methods.union(new Set([method].flat())));
  });
  return () => {
    // A copy, since mounting adds to the map.
    const known = new Map(taken);
    for (const [url, methods] of known) {
      if (!methods.has('OPTIONS') && url !== '*') {
        mountOtherMethods(app, url, [...methods]);
      }
    }
  };
}
