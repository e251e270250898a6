import { randomUUID } from 'node:crypto';
import { acceptJson, answerErrors, mountRouter, serverOptions } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { router } from './router.ts';

const mounts: Record<string, (app: FastifyInstance) => Promise<void>> = {
  facade: async (app) => {
    acceptJson(app);
    mountRouter(app, { router, prefix: '/api/v1', createContext: ({ id }) => ({ id }) });
  },
  adapter: async (app) => {
    await app.register(fastifyTRPCOpenApiPlugin, {
      basePath: '/api/v1',
      router,
      createContext: () => ({ id: randomUUID() }),
    });
  },
};

/** Serves the one side that the command line names, and tells the parent its port. */
const mount = mounts[process.argv[2] ?? ''];
if (mount === undefined) {
  throw new Error(`say which side to serve: ${Object.keys(mounts).join(' or ')}`);
}
const app = fastify({
  ...serverOptions({ errors: answerReason }),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});
answerErrors(app, { errors: answerReason, answer: () => undefined });
await mount(app);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(origin);
process.once('disconnect', () => process.exit());
