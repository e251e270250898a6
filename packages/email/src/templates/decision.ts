import type { Language, Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import type { DecisionReason, Texts } from '../texts/texts.ts';
import { plainMail } from './frame.ts';

type Decided = {
  product: Product;
  language: Language;
  hidden: readonly { reason: DecisionReason; cards: number }[];
  suspended: DecisionReason | null;
  contactUrl: string | undefined;
};

/** Leaves out the moderator's own words. */
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

/** Names no card and no moderator. */
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
