import type { Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { plainMail } from './frame.ts';

/** What people are told of why. A moderator's own words are never mailed. */
const words = {
  spam: 'unwanted advertising',
  impersonation: 'passing for somebody else',
  harassment: 'harassment',
  illegal_content: 'content that may be against the law',
  personal_data: 'somebody else’s personal data',
  other: 'another breach of the rules',
};

export type DecisionReason = keyof typeof words;

type Decided = {
  product: Product;
  /** How many cards of theirs are hidden for each reason. */
  hidden: readonly { reason: DecisionReason; cards: number }[];
  /** Why their account is suspended; `null` where it is not. */
  suspended: DecisionReason | null;
  /** Where people write to whoever runs the service. */
  contactUrl: string | undefined;
};

const cardsHidden = (count: number) =>
  count === 1
    ? 'A card of yours is hidden from others.'
    : `${count.toLocaleString('en')} cards of yours are hidden from others.`;

function whatHappened({ hidden, suspended }: Decided): string[] {
  const account =
    suspended === null
      ? []
      : [`Your account is suspended. The reason: ${words[suspended]}.`];
  const cards = hidden.map(
    ({ reason, cards: count }) => `${cardsHidden(count)} The reason: ${words[reason]}.`,
  );
  return [...account, ...cards];
}

/** How to ask for another look. Whoever is suspended asks for one where they sign in. */
const whatToDo = ({ suspended }: Decided) =>
  suspended === null
    ? 'If you think that this is a mistake, sign in and ask for another look. It is free, and you get an answer.'
    : 'If you think that this is a mistake, sign in with this address. You are told that the account is suspended, and can ask for another look there.';

/** Tells somebody that cards of theirs are hidden, or that their account is suspended. It names no card and no moderator. */
export function decisionMail(decided: Decided): Omit<Message, 'to'> {
  const { product, suspended, contactUrl } = decided;
  const subject =
    suspended === null
      ? `${product.name}: cards of yours are hidden`
      : `${product.name}: your account is suspended`;
  const contact =
    contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];
  const texts = [...whatHappened(decided), whatToDo(decided), ...contact];
  return {
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: plainMail({ product, title: subject }, texts),
  };
}
