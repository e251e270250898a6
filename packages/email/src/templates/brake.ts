import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { mailOf } from './frame.ts';

export type BrakeCode = 'entered' | 'unneeded' | 'awaited';

type Braked = {
  product: Product;
  /** A moderator's address, or null if `key` is set. */
  person: string | null;
  key: string | null;
  /**
   * Whether an admin has entered the code that the act takes, or changed many below the
   * limit for one. Null if no admin did.
   */
  code: BrakeCode | null;
  /** Profiles of the confirmed act, or changed ones: by an admin in a day, else in an hour. */
  cards: number;
  origin: string;
};

/** Tells admins that somebody reached a limit, or that a colleague acts on very many. */
export function brakeMail({
  product,
  person,
  key,
  code,
  cards,
  origin,
}: Braked): Omit<Message, 'to'> {
  const who = person ?? `The service key “${key}”`;
  const many = cards.toLocaleString('en');
  const limit =
    person === null
      ? 'It has reached its limit, so its calls are refused for some time.'
      : 'That is the limit for a moderator. Further changes wait until an admin decides.';
  const ask =
    'Ask them. If it was somebody else, end all sessions on their page of the admin app, then undo the changes.';
  const told = {
    entered: [
      `${who} acts on ${many} cards, and has confirmed it by a mailed code.`,
      'If it must not go on, stop it at the top of any page of the admin app, or undo it in the history.',
    ],
    unneeded: [
      `${who} changed ${many} cards in the last 24 hours, fewer than take a mailed code.`,
      ask,
    ],
    awaited: [
      `${who} changed ${many} cards in the last 24 hours, and wanted to change more than an admin can without a mailed code. Nobody has entered the code.`,
      ask,
    ],
    none: [`${who} changed ${many} cards in the last hour.`, limit],
  };
  const words = 'See the changes, undo them, or decide about changes that wait:';
  return mailOf({ product, title: 'Many cards were changed' }, [
    ...told[code ?? 'none'],
    { words, link: `${origin}/admin/history` },
  ]);
}
