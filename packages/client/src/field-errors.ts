import type { NamecardError } from './error.ts';
import type { Reason } from './reasons.ts';

/** Reasons that are about one field, without `issues`. */
const fieldOf: Partial<Record<Reason, string>> = {
  ADDRESS_UNCHANGED: 'email',
  AUDIENCE_UNKNOWN: 'audience',
  CODE_INVALID: 'otp',
  USERNAME_TAKEN: 'username',
};

/**
 * What is wrong with each field of a form: `{ username: 'Choose another …' }`. A
 * field inside another has its path as name: `socials.website`. Empty if the
 * failure is about no field: show `explain(error)` then.
 */
export function fieldErrors({
  reason,
  message,
  issues,
  data,
}: Pick<NamecardError, 'reason' | 'message' | 'issues'> &
  Partial<Pick<NamecardError, 'data'>>): Record<string, string> {
  // Sign-in types an `otp`; an act of a moderator is confirmed by a `code`.
  const isOfAct = /^(moderation|webhooks)\./.test(data?.path ?? '');
  const field = reason === 'CODE_INVALID' && isOfAct ? 'code' : fieldOf[reason];
  const found = new Map(field === undefined ? [] : [[field, message]]);
  for (const issue of issues) {
    const name = issue.path.join('.');
    // The first one says what to do first.
    if (!found.has(name)) found.set(name, issue.message);
  }
  return Object.fromEntries(found);
}
