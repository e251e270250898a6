import pino, { type Logger } from 'pino';
import type { Environment } from '../settings/environment.ts';
import { loggedError } from '../watch/logged-error.ts';

/**
 * Callers must not log headers, bodies, query strings or email addresses: the
 * logger removes what errors of the database quote, and nothing else.
 */
export function createLogger({
  LOG_LEVEL,
  NODE_ENV,
}: Pick<Environment, 'LOG_LEVEL' | 'NODE_ENV'>): Logger {
  return pino({
    level: LOG_LEVEL,
    serializers: { err: loggedError },
    ...(NODE_ENV !== 'production' && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' },
      },
    }),
  });
}

/** Logs Node's warnings instead of printing them to standard error. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn({ warning: name }, message));
}
