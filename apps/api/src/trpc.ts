import { acceptJsonText, readJsonText } from '@namecard/rest';
import { appErrorFrom, appRouter, errorHeaders } from '@namecard/router';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { callOf } from './call.ts';
import type { CreateContext } from './rest.ts';

/** Calls in one HTTP request, at most. */
const largestBatch = 10;

const nothing = Buffer.alloc(0);

/**
 * The tRPC face, under `/trpc`. JSON only: a cross-site HTML form could otherwise run mutations that take no input.
 */
export async function mountTrpc(
  app: FastifyInstance,
  { createContext }: { createContext: CreateContext },
): Promise<void> {
  await app.register(async (scope) => {
    acceptJsonText(scope);
    scope.route<{ Params: { path: string } }>({
      method: ['GET', 'POST'],
      url: '/trpc/:path',
      handler: async (request, reply) => {
        if (request.method === 'POST') {
          readJsonText(nothing, request.headers['content-type']);
        }
        await fastifyRequestHandler({
          req: request,
          res: reply,
          path: request.params.path,
          router: appRouter,
          allowBatching: true,
          maxBatchSize: largestBatch,
          createContext: () => createContext(callOf(request)),
          responseMeta: ({ errors }) => {
            const [first] = errors;
            return first ? { headers: errorHeaders(appErrorFrom(first)) } : {};
          },
        });
      },
    });
  });
}
