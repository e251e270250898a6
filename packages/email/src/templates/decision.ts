import {
  againstWhat,
  type Grounds,
  howLong,
  type Language,
  localeOf,
  type Product,
  ruleOf,
  whatToDo,
  whoDecided,
} from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import type { DecisionAnswer, DecisionReason, Texts } from '../texts/texts.ts';
import { hostOf, mailOf } from './frame.ts';

export type Decisions = {
  hidden: readonly ({ reason: DecisionReason; cards: number } & Partial<Grounds>)[];
  suspended: DecisionReason | null;
  /** Missing in mails of versions that did not tell. */
  suspension?: (Grounds & { until: string | null }) | null | undefined;
  /** Answers to appeals, one for each card or account, and to reports. */
  answers: readonly DecisionAnswer[];
  /** Whether somebody typed the address who has not proven it. */
  isUnproven?: boolean | undefined;
};

type Decided = Decisions & {
  product: Product;
  language: Language;
  /** Where the service is, such as `https://cards.example.com`. */
  origin: string;
};

/** The fixed lines about a decision. Mails have no link. */
function grounds(
  { product, language }: Decided,
  reason: DecisionReason,
  { afterReport, byProgram, until = null }: Partial<Grounds> & { until?: string | null },
): string {
  if (afterReport === undefined || byProgram === undefined) return '';
  const rule = ruleOf(product.operator.terms, reason)?.replace(/^https:\/\//, '');
  const against = againstWhat(language, reason);
  return [
    '',
    rule === undefined ? against : against.replace(/\.$/, ` (${rule}).`),
    whoDecided(language, { afterReport, byProgram }),
    howLong(language, until),
  ].join(' ');
}

/** Leaves out the moderator's own words. */
function whatHappened(decided: Decided, { decision }: Texts): string[] {
  const { hidden, suspended, suspension, answers } = decided;
  const { reasons } = decision;
  const cards = hidden.map(({ reason, cards: number, ...by }) => {
    const count = number.toLocaleString(localeOf(decided.language));
    return `${decision.hidden(number, count, reasons[reason])}${grounds(decided, reason, by)}`;
  });
  return [
    ...(suspended === null
      ? []
      : [
          `${decision.suspended(reasons[suspended])}${grounds(decided, suspended, suspension ?? {})}`,
        ]),
    ...cards,
    ...answers.map((answer) => decision.answers[answer]),
  ];
}

const isOfReport = (answer: DecisionAnswer) => answer.startsWith('report_');

function aboutOf({ hidden, suspended, answers, origin }: Decided, { decision }: Texts) {
  const host = hostOf(origin);
  if (suspended !== null) {
    return { title: decision.titleSuspended, toDo: decision.appeal(host) };
  }
  if (hidden.length > 0) {
    return { title: decision.titleHidden, toDo: decision.appeal(host) };
  }
  const { titles } = decision;
  const hasTitle = (answer: DecisionAnswer): answer is keyof typeof titles =>
    Object.hasOwn(titles, answer);
  const [first] = answers;
  if (first && hasTitle(first) && answers.every((answer) => answer === first)) {
    return { title: titles[first], toDo: null };
  }
  const isAll = answers.every((answer) => isOfReport(answer) || hasTitle(answer));
  return {
    title: decision.titleAnswered,
    toDo: isAll ? null : decision.readAnswer(host),
  };
}

const isDecided = (answer: DecisionAnswer) =>
  isOfReport(answer) && answer !== 'report_received';

/** Nobody can ask for another look at what was restored, or twice. */
function remedies({ language, hidden, suspended, answers }: Decided): string[] {
  const { again, courts } = whatToDo(language);
  if (suspended !== null || hidden.length > 0) return [again, courts];
  return answers.some((answer) => answer.endsWith('upheld') || isDecided(answer))
    ? [courts]
    : [];
}

/** Names no card and no moderator. */
export function decisionMail(decided: Decided): Omit<Message, 'to'> {
  const { product, language } = decided;
  const texts = textsIn(language);
  const { decision } = texts;
  const { title, toDo } = aboutOf(decided, texts);
  const said = [
    ...whatHappened(decided, texts),
    ...(toDo === null ? [] : [toDo]),
    ...remedies(decided),
    ...(decided.isUnproven ? [decision.notMe(hostOf(decided.origin))] : []),
  ];
  return mailOf({ product, language, title }, said);
}
