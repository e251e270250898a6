import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { mailOf } from './frame.ts';

type Braked = {
  product: Product;
  /** A moderator's address, or null if `key` is set. */
  person: string | null;
  key: string | null;
  /** Whether it is an admin's act that a mailed code confirmed. */
  isConfirmed: boolean;
  /** Profiles changed in the last hour. */
  cards: number;
  origin: string;
};

/** Tells admins that somebody reached a limit, or that a colleague acts on very many. */
export function brakeMail({
  product,
  person,
  key,
  isConfirmed,
  cards,
  origin,
}: Braked): Omit<Message, 'to'> {
  const who = person ?? `The service key “${key}”`;
  const many = cards.toLocaleString('en');
  const what = isConfirmed
    ? `${who} acts on ${many} cards, and has confirmed it by a mailed code.`
    : `${who} changed ${many} cards in the last hour.`;
  const limit =
    person === null
      ? 'It has reached its limit, so its calls are refused for some time.'
      : 'That is the limit for a moderator. Further changes wait until an admin decides.';
  const then = isConfirmed
    ? 'If it must not go on, stop it at the top of any page of the admin app, or undo it in the history.'
    : limit;
  const subject = `${product.name}: many cards were changed`;
  const words = 'See the changes, undo them, or decide about changes that wait:';
  return mailOf({ product, subject }, [
    what,
    then,
    { words, link: `${origin}/admin/history` },
  ]);
}
