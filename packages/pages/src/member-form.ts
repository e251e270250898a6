import { type Markup, markup } from '@namecard/look';
import { type Form, formOf, hiddenField } from './fields.ts';
import type { Posted } from './posted.ts';
import { memberOf, type Visit } from './visit.ts';

/** Names its member: somebody else may have signed in before it is sent. */
export const memberForm = (
  { member }: { member: string | undefined },
  { fields, ...form }: Form,
): Markup =>
  formOf({
    ...form,
    fields: markup`${fields ?? ''}${member === undefined ? '' : hiddenField('member', member)}`,
  });

/**
 * The member of the session, if somebody else saw the form. The cookie doesn't tell: a
 * page of a former member that arrives late writes it again.
 */
export async function otherMember(
  visit: Visit,
  posted: Posted,
): Promise<string | undefined> {
  if (!Object.hasOwn(posted, 'member')) return undefined;
  const member = await memberOf(visit);
  return member === posted['member'] ? undefined : member;
}
