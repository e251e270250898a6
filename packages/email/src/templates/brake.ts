import { markup, type Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { plainMail, textFoot } from './frame.ts';

type Braked = {
  product: Product;
  /** A moderator's address, or null if `key` is set. */
  person: string | null;
  key: string | null;
  /** Profiles changed in the last hour. */
  cards: number;
  origin: string;
};

/** Tells admins that a moderator or a service key reached a limit. */
export function brakeMail({
  product,
  person,
  key,
  cards,
  origin,
}: Braked): Omit<Message, 'to'> {
  const who = person ?? `The service key “${key}”`;
  const what = `${who} changed ${cards.toLocaleString('en')} cards in the last hour.`;
  const then =
    person === null
      ? 'It has reached its limit, so its calls are refused for some time.'
      : 'That is the limit for a moderator. Further changes wait until an admin decides.';
  const subject = `${product.name}: many cards were changed`;
  const history = `${origin}/admin/history`;
  const look = 'See the changes, undo them, or decide about changes that wait:';
  const link = markup`${look} <a href="${history}">${history}</a>`;
  return {
    subject,
    text: `${what}\n\n${then}\n\n${look}\n${history}\n${textFoot(product)}`,
    html: plainMail({ product, title: subject }, [what, then], link),
  };
}
