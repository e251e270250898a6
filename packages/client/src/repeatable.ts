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
 * A second answer can differ: a code works once, and a removed item can't be
 * removed again. Or the history would have a second entry.
 */
type Unrepeatable =
  | typeof creation
  | 'auth.verifyCode'
  | 'auth.appeal'
  | 'auth.revokeSession'
  | 'users.askRemoval'
  | 'users.removeMe'
  | 'users.exportSuspended'
  | 'profiles.report'
  | 'profiles.appeal'
  | 'profiles.remove'
  | 'moderation.desk.next'
  | 'moderation.desk.renew'
  | 'moderation.desk.take'
  | 'moderation.desk.reporter'
  | 'moderation.desk.close'
  | 'moderation.desk.snooze'
  | 'moderation.desk.addNote'
  | 'moderation.desk.removeNote'
  | 'moderation.desk.handOver'
  | 'moderation.acts.start'
  | 'moderation.profiles.hideMany'
  | 'moderation.profiles.hideAllOf'
  | 'moderation.profiles.restoreMany'
  | 'moderation.users.changeRole'
  | 'moderation.users.suspend'
  | 'moderation.users.unsuspend'
  | 'moderation.users.endSession'
  | 'moderation.users.endSessions'
  | 'moderation.users.erase'
  | 'moderation.users.eraseAddress'
  | 'moderation.users.export'
  | 'moderation.users.exportAddress'
  | 'moderation.users.listOut'
  | 'moderation.mail.clearSuppression'
  | 'moderation.mail.test'
  | 'moderation.keys.create'
  | 'moderation.keys.end'
  | 'auth.proveMove'
  | 'auth.undoMove'
  | 'auth.refuseInvitation'
  | 'users.startMove'
  | 'users.finishMove'
  | 'moderation.users.openMove'
  | 'moderation.users.confirmMove'
  | 'moderation.users.endMove'
  | 'moderation.users.readAddress'
  | 'moderation.undo'
  | 'moderation.invitations.withdraw'
  | 'moderation.invitations.mailAgain'
  | 'webhooks.create'
  | 'webhooks.update'
  | 'webhooks.replaceSecret'
  | 'webhooks.switch'
  | 'webhooks.remove'
  | 'webhooks.test'
  | 'webhooks.resend';

/**
 * Mutations with the same result when they run twice. A new mutation compiles
 * only if it is here or in `Unrepeatable`.
 */
const repeatableMutations = {
  // At worst the same codes are mailed again.
  'auth.sendCode': true,
  // The second answer says that the session is over, which is the goal.
  'auth.signOut': true,
  'auth.revokeOtherSessions': true,
  // The lost token of the first try is valid too, but nobody has it.
  'auth.createToken': true,
  'users.updateMe': true,
  'users.chooseLanguage': true,
  'users.declineInvitation': true,
  'profiles.updateSocials': true,
  'profiles.updateLocation': true,
  'profiles.chooseReaders': true,
  // The second answer says that they are invited already.
  'moderation.invitations.invite': true,
  // A second preview is a set of its own, which nobody starts.
  'moderation.acts.preview': true,
  'moderation.acts.stop': true,
  'moderation.profiles.hide': true,
  'moderation.profiles.restore': true,
} satisfies Record<Exclude<MutationPath, Unrepeatable>, true>;

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
  return type === 'query' || Object.hasOwn(repeatableMutations, path);
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
