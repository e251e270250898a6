import { type Language, markup, type Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import { dateIn, plainMail, textFoot } from './frame.ts';

export type InvitationMail = {
  product: Product;
  language: Language;
  /** The front page's address, without a token. */
  origin: string;
  /** The username of the admin; null for an admin without one, a program or an operator. */
  inviter: string | null;
  /** When the invitation ends, in ISO 8601. */
  endsAt: string;
  isReminder: boolean;
};

/** The only link is the front page's plain address. Nothing in it is a secret. */
export function invitationMail(mail: InvitationMail): Omit<Message, 'to'> {
  const { product, language, origin, inviter, isReminder } = mail;
  const { invitation, locale } = textsIn(language);
  const title = (isReminder ? invitation.reminder : invitation.subject)(product.name);
  const before = [invitation.who(inviter), invitation.what, invitation.how];
  const after = [
    invitation.source(dateIn(locale)(mail.endsAt)),
    invitation.rights,
    `${invitation.never} ${invitation.rest(isReminder)}`,
  ];
  return {
    subject: title,
    text: `${[title, ...before, origin, ...after].join('\n\n')}\n${textFoot(product, language)}`,
    html: plainMail({ product, language, title: invitation.heading(isReminder) }, [
      ...before,
      markup`<a href="${origin}">${origin}</a>`,
      ...after,
    ]),
  };
}
