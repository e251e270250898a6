import type { NamecardError } from './error.ts';
import type { ProcedurePath } from './procedures.ts';

type Call = { path: string; type: 'query' | 'mutation' | 'subscription' };

/** The call that is sent with an `Idempotency-Key`, so that the service does it once. */
const keyed: ProcedurePath = 'profiles.create';

/**
 * Mutations that come to the same when they are done twice. Not among them are those whose second answer differs from the
 * first: a code works once, and what is gone can't be removed again.
 */
const repeatableMutations: ReadonlySet<string> = new Set<ProcedurePath>([
  keyed,
  // At worst the same codes are mailed again.
  'auth.sendCode',
  // The second answer is that the session is over, which is what was wanted.
  'auth.signOut',
  'auth.revokeOtherSessions',
  'users.updateMe',
  'profiles.updateSocials',
  'profiles.updateLocation',
  'moderation.profiles.hide',
  'moderation.profiles.restore',
]);

/** Of gateways that had no answer from the service, or asked for patience. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** Whether the call takes an `Idempotency-Key`. */
export const takesKey = ({ path }: Pick<Call, 'path'>): boolean => path === keyed;

function isRepeatable({ path, type }: Call): boolean {
  return type === 'query' || repeatableMutations.has(path);
}

/** Whether the same call may succeed if it is simply made again. */
function isPassing({ reason, status }: NamecardError): boolean {
  switch (reason) {
    case 'NETWORK':
    case 'TIMEOUT':
    case 'REQUEST_TIMEOUT':
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
    // The first request with this key still runs; its answer will be given.
    case 'IDEMPOTENCY_KEY_IN_USE':
      return true;
    case 'ANSWER_UNREADABLE':
    case 'UNKNOWN':
      return passingStatuses.has(status);
    default:
      return false;
  }
}

/** Whether to make the call again. A limit refuses before anything is done, so any call may follow it. */
export function mayRepeat(call: Call, error: NamecardError): boolean {
  return error.reason === 'RATE_LIMITED' || (isRepeatable(call) && isPassing(error));
}
