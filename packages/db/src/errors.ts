/** PostgreSQL's classes of errors that say the server, not the statement, is the trouble (its documentation, appendix A). */
const unavailableStates = /^(08|28|53|3D000|40001|40P01|57P0[1-5]|25P03|25006)/;

/** What Node and the `pg` driver say, without any code, when a connection is lost or none is free. */
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|not queryable|driver has already been destroyed/;

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

function* causes(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 8; depth += 1) {
    yield current;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
}

function text(error: Error, key: 'code' | 'constraint'): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/**
 * Whether the database could not do the work just now: it is gone, restarting, full, or too slow to give a connection, a
 * lock or an answer. A lost connection shows as the ORM's exception, as the driver's or as a plain `Error` without a code.
 */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const code = text(cause, 'code');
    if (unreachable.has(code) || unavailableStates.test(code)) {
      return true;
    }
    // 55P03: the lock's time limit; 57014: the statement's. Neither says anything about the request.
    if (code === '55P03' || code === '57014') {
      return true;
    }
    if (code === '' && unavailableMessages.test(cause.message)) {
      return true;
    }
  }
  return false;
}

/** Whether the database ended the statement to let others go on: done again, it succeeds. */
export function isDeadlock(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (['40P01', '40001'].includes(text(cause, 'code'))) {
      return true;
    }
  }
  return false;
}

/** Whether somebody else held a lock for longer than one waits for it. */
export function isLockTimeout(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (text(cause, 'code') === '55P03') {
      return true;
    }
  }
  return false;
}

/** Whether the database refused a second row with the same value under the unique constraint of that name. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  for (const cause of causes(error)) {
    if (text(cause, 'code') === '23505' && text(cause, 'constraint') === constraint) {
      return true;
    }
  }
  return false;
}
