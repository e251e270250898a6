import { mailboxMailer } from '@namecard/email';
import { defaultProduct } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { readEnvironment } from '../../settings/environment.ts';
import { createLogger } from '../../process/logger.ts';
import { productionMemory } from '../../fairness/memory.ts';
import { openParts, type Parts } from '../../parts.ts';
import type { ServerOptions } from '../../server.ts';
import { routerSettings } from '../../settings/router-settings.ts';
import { webhookSender } from '../../adapters/webhook-sender.ts';

/**
 * The service's parts as in production, with the environment's limits and
 * database. A mail provider in this process avoids the time of a network.
 */
export async function openServiceParts(): Promise<Parts> {
  const environment = readEnvironment();
  const { DATABASE_URL, SECRET_KEY: [first, ...rest] = [] } = environment;
  if (DATABASE_URL === undefined || first === undefined) {
    throw new Error('DATABASE_URL and SECRET_KEY are needed');
  }
  return openParts({
    databaseUrl: DATABASE_URL,
    connections: environment.DATABASE_POOL,
    prepares: environment.DATABASE_PREPARE,
    name: 'test',
    secretKeys: [first, ...rest],
    settings: routerSettings(environment),
    mailer: mailboxMailer(),
    webhooks: webhookSender({ NODE_ENV: 'production' }),
    measures: false,
    logger: createLogger({ LOG_LEVEL: 'fatal', NODE_ENV: 'production' }),
  });
}

/** The defaults of production. */
export const productionOptions: ServerOptions = {
  trustProxy: [],
  corsOrigins: [],
  origin: 'http://127.0.0.1',
  mailbox: undefined,
  webhookSecret: undefined,
  profilePages: undefined,
  memberPages: true,
  publicUrl: undefined,
  metricsToken: undefined,
  memory: productionMemory,
  product: { ...defaultProduct, url: undefined },
};

/** Prints the address. Exits so that Node can write its profile. */
export async function listen(app: FastifyInstance): Promise<void> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  process.once('SIGTERM', () => process.exit());
  console.log(JSON.stringify({ ready: { origin } }));
}
