import pino, { type Logger } from 'pino';
import type { Environment } from '../settings/environment.ts';

/** Lines of JSON in production, lines for people elsewhere. Headers, bodies and query strings are never logged, nor addresses. */
export function createLogger({
  LOG_LEVEL,
  NODE_ENV,
}: Pick<Environment, 'LOG_LEVEL' | 'NODE_ENV'>): Logger {
  return pino({
    level: LOG_LEVEL,
    ...(NODE_ENV !== 'production' && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' },
      },
    }),
  });
}

/** Has Node's own warnings be lines of the log, in the place of text on standard error. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn({ warning: name }, message));
}
