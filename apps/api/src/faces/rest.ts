import { acceptJson, mountRouter } from '@namecard/rest';
import { appRouter, documentNames, type Context } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forFiveMinutes, keep, keptOnceAsked, sendKept } from '../http/kept-answers.ts';
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
      mountDocument(scope, documentPaths[name], () => openApiDocument(name, served));
    }
  });
}

/** Made when it is first asked for: it takes a tenth of a start. */
function mountDocument(app: FastifyInstance, path: string, make: () => object): void {
  const kept = keptOnceAsked(async () => keep(JSON.stringify(make())));
  app.get(path, async (request, reply) => {
    // Public: the reference page reads it from its own opaque origin.
    void reply
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*');
    return sendKept(request, reply, await kept(), forFiveMinutes);
  });
}
