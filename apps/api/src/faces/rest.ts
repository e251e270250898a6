import { acceptJson, mountRouter } from '@namecard/rest';
import { appRouter, documentNames, type Context } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forFiveMinutes, serveKept } from './kept-answers.ts';
import { documentPaths, openApiDocument, type Served } from './openapi.ts';

export type CreateContext = (request: FastifyRequest) => Context;

/** The REST API under `/api/v1` and its documents. */
export async function mountRest(
  app: FastifyInstance,
  { createContext, ...served }: Served & { createContext: CreateContext },
): Promise<void> {
  await app.register(async (scope) => {
    acceptJson(scope);
    mountRouter(scope, {
      router: appRouter,
      prefix: '/api/v1',
      createContext,
      config: { runsCalls: true },
    });
    for (const name of documentNames) {
      serveKept(scope, documentPaths[name], {
        type: 'application/json; charset=utf-8',
        cacheControl: forFiveMinutes,
        make: () => JSON.stringify(openApiDocument(name, served)),
        // Public: the reference page reads it from its own opaque origin.
        dress: (reply) => reply.header('access-control-allow-origin', '*'),
      });
    }
  });
}
