import { randomUUID } from 'node:crypto';
import { mailboxMailer } from '@namecard/email';
import { appRouter } from '@namecard/router';
import { fastify, type FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { z } from 'zod';
import { readEnvironment } from '../../../../apps/api/src/env.ts';
import { createLogger } from '../../../../apps/api/src/logger.ts';
import { openParts } from '../../../../apps/api/src/parts.ts';
import { routerSettings } from '../../../../apps/api/src/settings.ts';

/**
 * The router, served by trpc-to-openapi's own Fastify plugin: a process of its own, because the plugin alters the schemas that
 * every face of a process shares. Tells the parent its address, and ends with it.
 */
const { DATABASE_URL, SECRET_KEY } = z
  .object({ DATABASE_URL: z.string(), SECRET_KEY: z.string() })
  .parse(process.env);

const parts = await openParts({
  databaseUrl: DATABASE_URL,
  secretKeys: [SECRET_KEY],
  settings: routerSettings(readEnvironment({})),
  mailer: mailboxMailer(),
  logger: createLogger({ LOG_LEVEL: 'silent', NODE_ENV: 'production' }),
});
const app = fastify();
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/api/v1',
  router: appRouter,
  createContext: ({ req }: { req: FastifyRequest }) => ({
    call: {
      id: randomUUID(),
      ip: req.ip,
      authorization: req.headers.authorization,
      userAgent: req.headers['user-agent'],
    },
    deps: parts.deps,
    onUnexpected: () => {},
  }),
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('disconnect', () => {
  void app
    .close()
    .then(async () => parts.close())
    .finally(() => process.exit());
});
