import { acceptJson, mountRouter } from '@namecard/rest';
import { appRouter, type Context } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forFiveMinutes, type Kept, keep, sendKept } from '../http/kept-answers.ts';
import { openApiDocument, type Served } from './openapi.ts';

export type CreateContext = (request: FastifyRequest) => Context;

/** The REST face, under `/api/v1`, and its document. */
export async function mountRest(
  app: FastifyInstance,
  { createContext, ...served }: Served & { createContext: CreateContext },
): Promise<void> {
  const document = JSON.stringify(openApiDocument(served));
  let kept: Promise<Kept> | undefined;
  await app.register(async (scope) => {
    acceptJson(scope);
    mountRouter(scope, {
      router: appRouter,
      prefix: '/api/v1',
      createContext,
      config: { runsCalls: true },
    });
    scope.get('/api/v1/openapi.json', async (request, reply) => {
      // Anybody may read it; the reference page does so from an origin of its own.
      void reply
        .type('application/json; charset=utf-8')
        .header('access-control-allow-origin', '*');
      kept ??= keep(document).catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return sendKept(request, reply, await kept, forFiveMinutes);
    });
  });
}
