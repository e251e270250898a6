import pino, { type Logger } from 'pino';
import type { Environment } from './env.ts';

/** Lines of JSON in production, lines for people elsewhere. Headers, bodies and query strings are never logged. */
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
