import { TRPCError, type AnyRouter, type inferRouterContext } from '@trpc/server';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { callerOf } from './call-procedure.ts';
import { answerIfChanged } from './conditional.ts';
import { mountOtherMethods } from './other-methods.ts';
import type { Operation } from './operations.ts';
import { routePath } from './path-template.ts';
import { inputReaderFor, type RestRequest } from './read-input.ts';
import { readRouter } from './read-router.ts';
import { HttpError } from './http-error.ts';

type Options<Router extends AnyRouter> = {
  router: Router;
  /** The start of every path, such as `/api/v1`. */
  prefix: string;
  /** Makes the context of a call, as for tRPC's own adapters. */
  createContext: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => inferRouterContext<Router> | Promise<inferRouterContext<Router>>;
  /** The `config` of the procedures' routes. */
  config?: FastifyContextConfig;
};

const writeJson = (output: unknown): string => JSON.stringify(output ?? null);

/**
 * Serves every procedure with trpc-to-openapi metadata as a native route. It
 * prepares everything once, here. Success is 200 with the procedure's output.
 * Errors go to the server's error handler (`answerErrors`). Another method of a
 * known path is 405 with `Allow`. HEAD answers like GET without the body. OPTIONS
 * is 204 with `Allow`. The instance must take JSON (`acceptJson`). GET and DELETE
 * read only path and query: the whole server stops reading the body of a DELETE.
 */
export function mountRouter<Router extends AnyRouter>(
  app: FastifyInstance,
  { router, prefix, createContext, config = {} }: Options<Router>,
): void {
  // Fastify would read the body of a DELETE, and reject a DELETE for it.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  const { operations: all } = readRouter(router);
  const byPath = Map.groupBy(all, ({ path }) => routePath(path));
  for (const [path, operations] of byPath) {
    const url = prefix + path;
    for (const operation of operations) {
      app.route({
        method: methodsOf(operation),
        url,
        config,
        ...(operation.pathFields.size > 0 && { onRequest: rejectEmptyParameters }),
        handler: handlerFor(operation, createContext),
      });
    }
    mountOtherMethods(app, url, operations.flatMap(methodsOf), rejectEmptyParameters);
  }
}

type Handler = (request: RestRequest, reply: FastifyReply) => Promise<string | undefined>;

function handlerFor<Context extends object>(
  operation: Operation,
  createContext: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Context | Promise<Context>,
): Handler {
  const call = callerOf(operation);
  const readInput = inputReaderFor(operation);
  const finish = operation.isConditional ? answerIfChanged : answerAlways;
  return async (request, reply) => {
    let unreadable: unknown;
    // Read late, so that a missing sign-in is answered before a bad input.
    const getRawInput = async (): Promise<unknown> => {
      try {
        return readInput(request);
      } catch (error) {
        unreadable = error;
        throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
      }
    };
    const ctx = await createContext(request, reply);
    try {
      const output = await call({ ctx, getRawInput, source: request });
      return finish(request, reply, writeJson(output));
    } catch (error) {
      throw unreadable ?? error;
    }
  };
}

function answerAlways(_request: RestRequest, reply: FastifyReply, body: string): string {
  void reply.type('application/json; charset=utf-8');
  return body;
}

function methodsOf({ method }: Operation): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Fastify would match `/profiles/` with an empty parameter. */
function rejectEmptyParameters(
  request: RestRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  done(
    Object.values(request.params).includes('')
      ? new HttpError('PATH_NOT_FOUND')
      : undefined,
  );
}
