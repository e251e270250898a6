import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { plainMail, textFoot } from './frame.ts';
import { groupLongCode } from './sign-in.ts';

/** What a code may be asked for, in words for "… from your session". */
const acts = {
  give_role: 'Somebody is to get a role',
  create_key: 'A service key is to be created',
  change_webhook: 'A webhook is to be created or changed',
  erase_user: 'An account is to be erased',
  take_list: 'The list of users is to be taken out',
  invite: 'More than 100 people are to be invited in a day',
  change_cards: 'Very many cards are to be changed',
};

export type CodedAct = keyof typeof acts;

export const isCodedAct = (act: string): act is CodedAct => Object.hasOwn(acts, act);

type Asked = { product: Product; act: CodedAct; code: string };

/** Holds no text of the request: only which kind of act it is for. */
export function actCodeMail({ product, act, code }: Asked): Omit<Message, 'to'> {
  const shown = groupLongCode(code);
  const what = `${acts[act]}, by your session in ${product.name}. This code confirms it. It works once, within 10 minutes, and for nothing else.`;
  const notYou =
    'Not you? Then somebody else uses your session. Sign in, end all other sessions, and tell the operator. Never give a code to anybody: we never ask for one.';
  return {
    subject: `${shown} is your ${product.name} confirmation code`,
    text: `${shown}\n\n${what}\n\n${notYou}\n${textFoot(product)}`,
    html: plainMail({ product, title: shown }, [what, notYou]),
  };
}
