import { answerErrors, serverOptions } from '@namecard/rest';
import { answerError, answerReason, appRouter, type Call } from '@namecard/router';
import { fastify, LogController, type FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { callOf } from '../../../../../apps/api/src/call.ts';
import { forbidStoring } from '../../../../../apps/api/src/caching.ts';
import { compressAnswers } from '../../../../../apps/api/src/compression.ts';
import { allowOrigins } from '../../../../../apps/api/src/cors.ts';
import { refuseOverload } from '../../../../../apps/api/src/overload.ts';
import { requestId, sendRequestId } from '../../../../../apps/api/src/request-id.ts';
import { secureHeaders } from '../../../../../apps/api/src/security-headers.ts';
import { announce } from './announce.ts';
import { openServiceParts, productionOptions } from './service-parts.ts';

/** The service's router, parts and hooks, served by trpc-to-openapi's own Fastify plugin in the place of the facade. */
const parts = await openServiceParts();
const app = fastify({
  ...serverOptions({ errors: answerReason }),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: requestId,
});
const createContext = (call: Call) => ({
  call,
  deps: parts.deps,
  onUnexpected: () => {},
});
answerErrors(app, { errors: answerReason, answer: answerError });
sendRequestId(app);
forbidStoring(app);
await compressAnswers(app);
await refuseOverload(app);
secureHeaders(app, { https: false });
await allowOrigins(app, productionOptions.corsOrigins);
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/api/v1',
  router: appRouter,
  createContext: ({ req }: { req: FastifyRequest }) => createContext(callOf(req)),
});
await announce(app);
