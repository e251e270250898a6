import { type Markup, markup } from '@namecard/look';
import { type Form, formOf, hiddenField } from './fields.ts';
import type { Posted } from './posted.ts';

/** Hidden fields to drop before a form is shown again. */
const neverShownAgain = new Set(['member', 'onward', 'ticket', 'told', 'address']);

/** Names its member: somebody else may have signed in before it is sent. */
export const memberForm = (
  { member }: { member: string | undefined },
  { fields, ...form }: Form,
): Markup =>
  formOf({
    ...form,
    fields: markup`${fields ?? ''}${member === undefined ? '' : hiddenField('member', member)}`,
  });

/** Whether somebody else has signed in since the form was shown. */
export const isOfOtherMember = (posted: Posted, member: string | undefined): boolean =>
  Object.hasOwn(posted, 'member') && member !== undefined && posted['member'] !== member;

export const withoutHidden = (posted: Posted): Posted =>
  Object.fromEntries(
    Object.entries(posted).filter(([name]) => !neverShownAgain.has(name)),
  );
