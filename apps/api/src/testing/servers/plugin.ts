import { answerErrors, serverOptions } from '@namecard/rest';
import { answerError, answerReason, appRouter } from '@namecard/router';
import { fastify, LogController, type FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { forbidStoring } from '../../http/caching.ts';
import { callOf } from '../../http/call.ts';
import { compressAnswers } from '../../http/compression.ts';
import { allowOrigins } from '../../http/cors.ts';
import { guardMemory, productionMemory } from '../../fairness/memory.ts';
import { longestLag, refuseOverload } from '../../fairness/overload.ts';
import { requestId, sendRequestId } from '../../http/request-id.ts';
import { secureHeaders, securityHeaders } from '../../http/security-headers.ts';
import { listen, openServiceParts, productionOptions } from './parts.ts';

/**
 * Serves the router by the Fastify plugin of trpc-to-openapi instead of our REST
 * facade. It needs its own process, because the plugin changes schemas that REST
 * and tRPC share.
 */
const parts = await openServiceParts();
const app = fastify({
  ...serverOptions({ errors: answerReason }),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: requestId,
});
answerErrors(app, { errors: answerReason, answer: answerError });
sendRequestId(app);
forbidStoring(app);
await compressAnswers(app);
secureHeaders(app, securityHeaders({ https: false }));
await allowOrigins(app, productionOptions.corsOrigins);
const memory = guardMemory(productionMemory, parts.telemetry);
refuseOverload(app, { ...parts, lag: longestLag, memory });
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/api/v1',
  router: appRouter,
  createContext: ({ req }: { req: FastifyRequest }) => ({
    call: callOf(req),
    deps: parts.deps,
    onUnexpected: () => {},
  }),
});
await listen(app);
