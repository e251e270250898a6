import { mailboxMailer } from '@namecard/email';
import { openParts, type Parts } from '../../../../../apps/api/src/parts.ts';
import { createLogger } from '../../../../../apps/api/src/logger.ts';
import { readEnvironment } from '../../../../../apps/api/src/env.ts';
import { routerSettings } from '../../../../../apps/api/src/settings.ts';
import type { ServerOptions } from '../../../../../apps/api/src/server.ts';

/**
 * The service's parts as production has them, limits and database as the environment says. Mail is taken by a provider in the
 * process itself: what a provider's network costs is nobody's speed.
 */
export async function openServiceParts(): Promise<Parts> {
  const environment = readEnvironment();
  const { DATABASE_URL, SECRET_KEY: [first, ...rest] = [] } = environment;
  if (DATABASE_URL === undefined || first === undefined) {
    throw new Error('DATABASE_URL and SECRET_KEY are needed');
  }
  return openParts({
    databaseUrl: DATABASE_URL,
    secretKeys: [first, ...rest],
    settings: routerSettings(environment),
    mailer: mailboxMailer(),
    logger: createLogger({ LOG_LEVEL: 'fatal', NODE_ENV: 'production' }),
  });
}

/** What production has unless it is told otherwise. */
export const productionOptions: ServerOptions = {
  trustProxy: [],
  corsOrigins: [],
  origin: 'http://127.0.0.1',
  mailbox: { shown: false, anywhere: false },
  webhookSecret: undefined,
  metrics: { shown: false, token: undefined },
};
