import type { NamecardError } from './error.ts';
import type { ProcedurePath } from './procedures.ts';
import { consequenceOf } from './reasons.ts';

type Call = { path: string; type: 'query' | 'mutation' | 'subscription' };

/**
 * Made again it is answered with the profile that it made. After some time somebody may have deleted that profile, and it would be
 * made anew: so it is repeated only where no answer came, and only for so many milliseconds after its first try.
 */
const creation: ProcedurePath = 'profiles.create';
const longestCreation = 10_000;

/**
 * Mutations that come to the same when they are done twice. Not among them are those whose second answer differs from the
 * first: a code works once, and what is gone can't be removed again.
 */
const repeatableMutations: ReadonlySet<string> = new Set<ProcedurePath>([
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

/** @param since milliseconds since the call was first made */
function isRepeatable(
  { path, type }: Call,
  { status }: NamecardError,
  since: number,
): boolean {
  if (path === creation) {
    return status === undefined && since < longestCreation;
  }
  return type === 'query' || repeatableMutations.has(path);
}

/**
 * Whether to make the call again.
 * @param since milliseconds since it was first made
 */
export function mayRepeat(call: Call, error: NamecardError, since: number): boolean {
  switch (consequenceOf(error.reason)) {
    case 'not done':
      return true;
    case 'passing':
      return isRepeatable(call, error, since);
    case 'by status':
      return isRepeatable(call, error, since) && passingStatuses.has(error.status);
    default:
      return false;
  }
}
