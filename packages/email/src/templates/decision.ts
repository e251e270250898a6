import type { Language, Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import type { DecisionAnswer, DecisionReason, Texts } from '../texts/texts.ts';
import { plainMail, textFoot } from './frame.ts';

export type Decisions = {
  hidden: readonly { reason: DecisionReason; cards: number }[];
  suspended: DecisionReason | null;
  /** Answers to appeals, one for each card or account. */
  answers: readonly DecisionAnswer[];
};

type Decided = Decisions & {
  product: Product;
  language: Language;
  /** Where to sign in, such as `cards.example.com`. */
  host: string;
};

/** Leaves out the moderator's own words. */
function whatHappened(
  { hidden, suspended, answers }: Decided,
  { decision, locale }: Texts,
): string[] {
  const { reasons } = decision;
  const cards = hidden.map(({ reason, cards: number }) =>
    decision.hidden(number, number.toLocaleString(locale), reasons[reason]),
  );
  return [
    ...(suspended === null ? [] : [decision.suspended(reasons[suspended])]),
    ...cards,
    ...answers.map((answer) => decision.answers[answer]),
  ];
}

function aboutOf({ hidden, suspended, host }: Decided, { decision }: Texts) {
  if (suspended !== null) {
    return { title: decision.titleSuspended, whatToDo: decision.appealSuspended(host) };
  }
  return hidden.length > 0
    ? { title: decision.titleHidden, whatToDo: decision.appealHidden(host) }
    : { title: decision.titleAnswered, whatToDo: decision.readAnswer(host) };
}

/** Names no card and no moderator. */
export function decisionMail(decided: Decided): Omit<Message, 'to'> {
  const { product, language } = decided;
  const texts = textsIn(language);
  const { decision } = texts;
  const { title, whatToDo } = aboutOf(decided, texts);
  const said = [...whatHappened(decided, texts), whatToDo];
  return {
    subject: decision.subject(product.name, title),
    text: `${said.join('\n\n')}\n${textFoot(product, language)}`,
    html: plainMail({ product, language, title }, said),
  };
}
