import pino, { type Logger } from 'pino';
import type { Environment } from '../settings/environment.ts';
import { loggedError } from '../watch/logged-error.ts';

/**
 * Callers must not log headers, bodies, query strings or email addresses: the
 * logger removes what errors of the database quote, and nothing else. A line that a full
 * disk does not take is lost: pino's own streams would block the process or end it.
 */
export async function createLogger({
  LOG_LEVEL,
  NODE_ENV,
}: Pick<Environment, 'LOG_LEVEL' | 'NODE_ENV'>): Promise<Logger> {
  const options = { level: LOG_LEVEL, serializers: { err: loggedError } };
  process.stdout.on('error', () => {});
  if (NODE_ENV === 'production') return pino(options, process.stdout);
  // Production does not load it.
  const { prettyFactory } = await import('pino-pretty');
  const pretty = prettyFactory({
    ignore: 'pid,hostname,reqId',
    translateTime: 'SYS:HH:MM:ss',
  });
  return pino(options, { write: (line) => process.stdout.write(pretty(line)) });
}

/** Logs Node's warnings instead of printing them to standard error. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.warn({ warning: name }, message));
}
