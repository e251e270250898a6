import { dateIn, type Language, type Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import { mailOf } from './frame.ts';

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
  const { invitation } = textsIn(language);
  return mailOf({ product, language, title: invitation.title(isReminder) }, [
    invitation.who(inviter),
    invitation.what,
    invitation.how,
    { link: origin },
    invitation.source(dateIn(language)(mail.endsAt)),
    invitation.rights,
    `${invitation.never} ${invitation.rest(isReminder)}`,
  ]);
}
