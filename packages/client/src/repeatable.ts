import type { NamecardError } from './error.ts';
import type { MutationPath } from './procedures.ts';
import { consequenceOf } from './reasons.ts';

type Call = { path: string; type: 'query' | 'mutation' | 'subscription' };

/**
 * A repeat returns the profile that the first try created. But if that profile is
 * deleted meanwhile, a repeat creates it again. So the call is repeated only if
 * no answer came, and only for these milliseconds.
 */
const creation = 'profiles.create' satisfies MutationPath;
const longestCreation = 10_000;

/**
 * Mutations with the same result when they run twice. A second answer of all others can
 * differ: a code works once, and a removed item can't be removed again. Or the history
 * would have a second entry.
 */
const repeatableMutations: ReadonlySet<string> = new Set<MutationPath>([
  // At worst the same codes are mailed again.
  'auth.sendCode',
  // The second answer says that the session is over, which is the goal.
  'auth.signOut',
  'auth.revokeOtherSessions',
  // The lost token of the first try is valid too, but nobody has it.
  'auth.createToken',
  'users.updateMe',
  'users.chooseLanguage',
  'users.declineInvitation',
  'profiles.updateSocials',
  'profiles.updateLocation',
  'profiles.chooseReaders',
  // The second answer says that they are invited already.
  'moderation.invitations.invite',
  // A second preview is a set of its own, which nobody starts.
  'moderation.acts.preview',
  'moderation.acts.stop',
  'moderation.profiles.hide',
  'moderation.profiles.restore',
]);

/** Statuses of gateways without the service's answer, or of requests to wait. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** @param since milliseconds since the first try */
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

/** @param since milliseconds since the first try */
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
