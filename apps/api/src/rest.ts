import { acceptJson, mountRouter } from '@namecard/rest';
import { appRouter, bodyOf, type Context } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument, type Served } from './openapi.ts';

export type CreateContext = (request: FastifyRequest) => Context;

/** The REST face, under `/api/v1`, and its document. */
export async function mountRest(
  app: FastifyInstance,
  { createContext, ...served }: Served & { createContext: CreateContext },
): Promise<void> {
  const document = JSON.stringify(openApiDocument(served));
  await app.register(async (scope) => {
    acceptJson(scope);
    mountRouter(scope, {
      router: appRouter,
      prefix: '/api/v1',
      createContext,
      bodyOf,
    });
    scope.get('/api/v1/openapi.json', (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        // The reference page reads it from an origin of its own, and whoever likes may.
        .header('access-control-allow-origin', '*')
        .send(document),
    );
  });
}
