import type { Language, Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import type { DecisionReason, Texts } from '../texts/texts.ts';
import { plainMail } from './frame.ts';

type Decided = {
  product: Product;
  language: Language;
  /** How many cards of theirs are hidden for each reason. */
  hidden: readonly { reason: DecisionReason; cards: number }[];
  /** Why their account is suspended; `null` where it is not. */
  suspended: DecisionReason | null;
  /** Where people write to whoever runs the service. */
  contactUrl: string | undefined;
};

/** A moderator's own words are never mailed. */
function whatHappened(
  { hidden, suspended }: Decided,
  { decision, locale }: Texts,
): string[] {
  const why = (reason: DecisionReason) => decision.why(decision.reasons[reason]);
  const account = suspended === null ? [] : [`${decision.suspended} ${why(suspended)}`];
  const cards = hidden.map(({ reason, cards: number }) => {
    const count = number.toLocaleString(locale);
    return `${decision.hidden(number, count)} ${why(reason)}`;
  });
  return [...account, ...cards];
}

/** Tells somebody that cards of theirs are hidden, or that their account is suspended. It names no card and no moderator. */
export function decisionMail(decided: Decided): Omit<Message, 'to'> {
  const { product, language, suspended, contactUrl } = decided;
  const texts = textsIn(language);
  const { decision } = texts;
  const [subject, whatToDo] =
    suspended === null
      ? [decision.subjectHidden(product.name), decision.appealHidden]
      : [decision.subjectSuspended(product.name), decision.appealSuspended];
  const contact =
    contactUrl === undefined
      ? []
      : [decision.contact(contactUrl.replace(/^mailto:/, ''))];
  const said = [...whatHappened(decided, texts), whatToDo, ...contact];
  return {
    subject,
    text: `${said.join('\n\n')}\n`,
    html: plainMail({ product, language, title: subject }, said),
  };
}
