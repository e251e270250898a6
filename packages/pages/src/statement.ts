import {
  againstWhat,
  type Grounds,
  howLong,
  type Markup,
  markup,
  ruleOf,
  whatToDo,
  whoDecided,
} from '@namecard/look';
import type { ReportReason } from './api.ts';
import type { Visit } from './visit.ts';

type Decision = Grounds & {
  reason: ReportReason;
  /** The moderator's own words. */
  note: string | null;
  /** The end of a suspension; null for what ends only if it is undone. */
  until: string | null;
  /** When the person asked for another look, which is possible once. */
  appealedAt: string | null;
};

/** Some reasons say nothing that a note or the line below does not. */
const saidElsewhere = new Set<ReportReason>(['other', 'illegal_content']);

/** Why something was decided, and what people can do. */
export function statement(
  { texts, product, language }: Visit,
  { reason, note, until, appealedAt, ...grounds }: Decision,
): Markup {
  const rule = ruleOf(product.operator.terms, reason);
  const against = againstWhat(language, reason);
  const { again, courts } = whatToDo(language);
  const lines = [
    rule === null ? against : markup`<a href="${rule}">${against}</a>`,
    whoDecided(language, grounds),
    howLong(language, until),
    ...(appealedAt === null ? [again] : []),
    courts,
  ];
  return markup`${saidElsewhere.has(reason) ? '' : markup`<p>${texts.cards.reason(reason)}</p>`}
${note === null ? '' : markup`<p class="quoted" lang="" dir="auto">${note}</p>`}
<p>${lines.map((line) => markup`${line} `)}</p>`;
}
