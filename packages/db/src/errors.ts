/** Why the database could not do some work just now. */
export type DatabaseTrouble =
  | 'busy_pool'
  | 'contention'
  | 'disk_full'
  | 'lock_timeout'
  | 'slow_statement'
  | 'too_many_connections'
  | 'unreachable';

/** PostgreSQL's errors that say the server, not the statement, is the trouble (its documentation, appendix A). */
const states: [RegExp, DatabaseTrouble][] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'too_many_connections'],
  // The lock's time limit and the statement's: neither says anything about the request.
  [/^55P03$/, 'lock_timeout'],
  [/^57014$/, 'slow_statement'],
  [/^(40001|40P01)$/, 'contention'],
  [/^(08|28|53|3D000|57P0[1-5]|25P03|25006)/, 'unreachable'],
];

/** What Node and the `pg` driver say, without any code, when a connection is lost or none is free. */
const messages: [RegExp, DatabaseTrouble][] = [
  [/timeout exceeded when trying to connect/, 'busy_pool'],
  [
    /Connection terminated|Client has encountered a connection error|Client was closed|not queryable|driver has already been destroyed|Cannot use a pool after calling end/,
    'unreachable',
  ],
];

/** The code of `ConnectError`. The ORM copies it, and puts its own exception in the error's place. */
const noConnection = 'NO_CONNECTION';

const unreachable = new Set([
  noConnection,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** The error and what it came of, outermost first. */
export function* causes(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 8; depth += 1) {
    yield current;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
}

export function text(error: Error, key: 'code' | 'constraint'): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** What an error says, in one line: its code, and its text, which may have host and port but never a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === '' && error instanceof AggregateError)
    return [...new Set(error.errors.map(reasonOf))].join('; ');
  const code = text(error, 'code');
  const message = error.message.replace(/\s+/g, ' ').trim();
  return ['', noConnection].includes(code) || message.includes(code)
    ? message
    : `${code}: ${message}`;
}

/**
 * No connection could be had: its cause says why. Whatever that is, such as an expired certificate or a missing socket, it is the
 * database that is in trouble and not the work.
 */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code = noConnection;

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** A lost connection shows as the ORM's exception, as the driver's or as a plain `Error` without a code. */
function kindOf(error: Error): DatabaseTrouble | undefined {
  const code = text(error, 'code');
  if (unreachable.has(code)) {
    return 'unreachable';
  }
  const [known, said] = code === '' ? [messages, error.message] : [states, code];
  return known.find(([pattern]) => pattern.test(said))?.[1];
}

/**
 * Why the database could not do the work just now, and what it or the network said, in one line without values of a statement;
 * undefined where the work itself is at fault.
 */
export function troubleIn(
  error: unknown,
): { trouble: DatabaseTrouble; reason: string } | undefined {
  // The ORM's exception repeats the code of its cause, and has the statement in its message.
  const cause = [...causes(error)].findLast((one) => kindOf(one) !== undefined);
  const trouble = cause && kindOf(cause);
  return trouble && { trouble, reason: reasonOf(cause) };
}

/** Why the database could not do the work just now; undefined where the work itself is at fault. */
const troubleOf = (error: unknown): DatabaseTrouble | undefined =>
  troubleIn(error)?.trouble;

/**
 * Whether the database could not do the work just now: it is gone, restarting, full, or too slow to give a connection, a
 * lock or an answer.
 */
export const isUnavailable = (error: unknown): boolean => troubleOf(error) !== undefined;

/** Whether the database ended the statement to let others go on. */
export const isDeadlock = (error: unknown): boolean => troubleOf(error) === 'contention';

function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (const cause of causes(error)) {
    if (codes.includes(text(cause, 'code'))) {
      return true;
    }
  }
  return false;
}

/**
 * Whether a statement is prepared under its name though the connection has not prepared it, or is not though it has: a pooler
 * gave the connection another session.
 */
export const refusesPrepared = (error: unknown): boolean =>
  hasCode(error, ['42P05', '26000']);

/** Whether PostgreSQL does not understand the statement, or what it names is not there (class 42). */
export const isMisunderstood = (error: unknown): boolean =>
  [...causes(error)].some((cause) => /^42(?!501)/.test(text(cause, 'code')));

/** Whether the server takes no writes, like one that is no longer the primary. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, ['25006']);

/** Whether the same work, done again from its start, succeeds. */
export const isRetryable = (error: unknown): boolean =>
  isDeadlock(error) || refusesPrepared(error);

/** Whether the server has no connection left. */
export const hasNoRoom = (error: unknown): boolean =>
  troubleOf(error) === 'too_many_connections';

/** Whether somebody else held a lock for longer than one waits for it. */
export const isLockTimeout = (error: unknown): boolean =>
  troubleOf(error) === 'lock_timeout';

/** Whether the database refused a second row with the same value under the unique constraint of that name. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  for (const cause of causes(error)) {
    if (text(cause, 'code') === '23505' && text(cause, 'constraint') === constraint) {
      return true;
    }
  }
  return false;
}
