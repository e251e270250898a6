import type { NamecardError } from './error.ts';
import type { ProcedurePath } from './procedures.ts';
import { consequenceOf } from './reasons.ts';

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
  // The first answer's token is good as well, and nobody has it.
  'auth.createToken',
  'users.updateMe',
  'profiles.updateSocials',
  'profiles.updateLocation',
  'moderation.profiles.hide',
  'moderation.profiles.restore',
]);

/** Statuses of gateways that had no answer from the service, or that ask the client to wait. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

export const takesKey = ({ path }: Pick<Call, 'path'>): boolean => path === keyed;

function isRepeatable({ path, type }: Call): boolean {
  return type === 'query' || repeatableMutations.has(path);
}

/** Whether to make the call again. */
export function mayRepeat(call: Call, { reason, status }: NamecardError): boolean {
  switch (consequenceOf(reason)) {
    case 'not done':
      return true;
    case 'passing':
      return isRepeatable(call);
    case 'by status':
      return isRepeatable(call) && passingStatuses.has(status);
    default:
      return false;
  }
}
