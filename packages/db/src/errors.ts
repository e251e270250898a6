export type DatabaseTrouble =
  | 'busy_pool'
  | 'contention'
  | 'disk_full'
  | 'lock_timeout'
  | 'read_only'
  | 'slow_statement'
  | 'too_many_connections'
  | 'unreachable';

/** Errors of the server, not the statement (PostgreSQL's manual, appendix A). */
const states: [RegExp, DatabaseTrouble][] = [
  [/^53100$/, 'disk_full'],
  [/^53300$/, 'too_many_connections'],
  // Time limits of a lock and of a statement. The request is not at fault.
  [/^55P03$/, 'lock_timeout'],
  [/^25006$/, 'read_only'],
  [/^57014$/, 'slow_statement'],
  [/^(40001|40P01)$/, 'contention'],
  [/^(08|28|53|3D000|57P0[1-5]|25P0[34])/, 'unreachable'],
];

/**
 * Messages of Node and `pg` without a code, when a connection is lost or missing.
 */
const messages: [RegExp, DatabaseTrouble][] = [
  [/timeout exceeded when trying to connect/, 'busy_pool'],
  [
    /Connection terminated|Client has encountered a connection error|Client was closed|not queryable|driver has already been destroyed|Cannot use a pool after calling end/,
    'unreachable',
  ],
];

/** The code of `ConnectError`. The ORM copies it to its own exception. */
const noConnection = 'NO_CONNECTION';

/** Node's codes of a network that fails, and of names that can't be looked up. */
const networkCode = /^E(AI_.*|CONN.*|HOST.*|NET.*|NOTFOUND|PIPE|TIMEDOUT)$/;

/** The error and its causes, outermost first. */
export function* causes(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < 8; depth += 1) {
    yield current;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
}

type TextKey = 'code' | 'constraint' | 'severity' | 'table';

export function text(error: Error, key: TextKey): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** One line of code and message. It may name host and port, never a password. */
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

/** Whatever its cause, the database is at fault, not the statement. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code = noConnection;

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/**
 * A lost connection is the ORM's exception, the driver's or an `Error` without
 * code.
 */
function kindOf(error: Error): DatabaseTrouble | undefined {
  const code = text(error, 'code');
  if (code === noConnection || networkCode.test(code)) {
    return 'unreachable';
  }
  const [known, said] = code === '' ? [messages, error.message] : [states, code];
  return known.find(([pattern]) => pattern.test(said))?.[1];
}

/** Undefined if the statement is at fault. The reason has none of its values. */
export function troubleIn(
  error: unknown,
): { trouble: DatabaseTrouble; reason: string } | undefined {
  // The ORM's exception has its cause's code, but its message has the statement.
  const cause = [...causes(error)].findLast((one) => kindOf(one) !== undefined);
  const trouble = cause && kindOf(cause);
  return trouble && { trouble, reason: reasonOf(cause) };
}

const troubleOf = (error: unknown): DatabaseTrouble | undefined =>
  troubleIn(error)?.trouble;

/** Whether the database is gone, restarting, full or too slow. */
export const isUnavailable = (error: unknown): boolean => troubleOf(error) !== undefined;

/** Whether PostgreSQL cancelled the statement in favour of others. */
export const isDeadlock = (error: unknown): boolean => troubleOf(error) === 'contention';

const hasCode = (error: unknown, pattern: RegExp): boolean =>
  [...causes(error)].some((cause) => pattern.test(text(cause, 'code')));

/** Whether a pooler changed the session, which has other prepared names. */
export const refusesPrepared = (error: unknown): boolean =>
  hasCode(error, /^(42P05|26000)$/);

/** Whether the statement itself is wrong (class 42), except a missing right. */
export const isMisunderstood = (error: unknown): boolean => hasCode(error, /^42(?!501)/);

/** Whether the server is read-only, like a former primary. */
export const isReadOnly = (error: unknown): boolean => troubleOf(error) === 'read_only';

export const hasNoRoom = (error: unknown): boolean =>
  troubleOf(error) === 'too_many_connections';

export const isLockTimeout = (error: unknown): boolean =>
  troubleOf(error) === 'lock_timeout';

/** What an error of PostgreSQL says without values of rows; undefined for other errors. */
export function databaseErrorIn(
  error: unknown,
): { message: string; code: string; table: string; constraint: string } | undefined {
  // Its cause has no statement in its message. Errors of class 22 quote the value.
  const cause = [...causes(error)].findLast((one) => text(one, 'severity') !== '');
  if (cause === undefined) return undefined;
  const code = text(cause, 'code');
  return {
    message: code.startsWith('22') ? 'A value is invalid' : cause.message,
    code,
    table: text(cause, 'table'),
    constraint: text(cause, 'constraint'),
  };
}

export const violatesUnique = (error: unknown, constraint: string): boolean =>
  [...causes(error)].some(
    (cause) =>
      text(cause, 'code') === '23505' && text(cause, 'constraint') === constraint,
  );

/**
 * Whether an account got the address while the work held an older snapshot, as it can
 * above `read committed`: then PostgreSQL reports no serialization failure but this
 * (manual, 13.5). The work sees the account if it starts again.
 */
export const missedAnAccount = (error: unknown): boolean =>
  violatesUnique(error, 'users_email_key_unique');

/** Whether the same work may succeed if it starts again. */
export const isRetryable = (error: unknown): boolean =>
  isDeadlock(error) || refusesPrepared(error);
