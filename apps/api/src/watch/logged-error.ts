import { databaseErrorIn } from '@namecard/db';
import pino from 'pino';

/**
 * What the log says of an error. PostgreSQL and MikroORM quote rows and statements, in
 * which people's addresses and words stand. Of their errors the log has PostgreSQL's
 * message (unless it quotes a value), the code, the names of the table and the
 * constraint, and where they happened.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const found = databaseErrorIn(error);
  if (found === undefined) return pino.stdSerializers.err(error);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: error.name, ...found, stack: frames?.join('\n') };
}
