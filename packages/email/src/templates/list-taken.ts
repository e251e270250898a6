import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { mailOf } from './frame.ts';

type Taken = {
  product: Product;
  /** An admin's address, or null if `key` is set. */
  person: string | null;
  key: string | null;
  origin: string;
};

/** Tells the other admins that somebody takes the list of users out. */
export function listTakenMail({
  product,
  person,
  key,
  origin,
}: Taken): Omit<Message, 'to'> {
  const who = person ?? `The service key “${key ?? ''}”`;
  const what = `${who} takes out the list of users, with their addresses and cards.`;
  const title = 'The list of users was taken out';
  const words = 'The history says how many. If it should not be, end their sessions:';
  return mailOf({ product, title }, [what, { words, link: `${origin}/admin/history` }]);
}
