import { type Markup, markup } from '@namecard/look';
import { type Form, formOf, hiddenField } from './fields.ts';
import type { Posted } from './posted.ts';

/** Hidden fields that are not shown again: whose form it was, where it leads, what proves an appeal. */
const neverShownAgain = new Set(['member', 'onward', 'ticket', 'told']);

/** A form of a member's page. It says whom it was shown to: by the time it is sent, somebody else may be signed in. */
export const memberForm = (
  { member }: { member: string | undefined },
  { fields, ...form }: Form,
): Markup =>
  formOf({
    ...form,
    fields: markup`${fields ?? ''}${member === undefined ? '' : hiddenField('member', member)}`,
  });

/** Whether a form was shown to another member than the one who is signed in now. */
export const isOfOtherMember = (posted: Posted, member: string | undefined): boolean =>
  Object.hasOwn(posted, 'member') && member !== undefined && posted['member'] !== member;

/** What was typed, and what the form is about. */
export const withoutHidden = (posted: Posted): Posted =>
  Object.fromEntries(
    Object.entries(posted).filter(([name]) => !neverShownAgain.has(name)),
  );
