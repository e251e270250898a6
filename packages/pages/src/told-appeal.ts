import { type Markup, markup } from '@namecard/look';
import type { Appealed } from '@namecard/router';
import type { Visit } from './visit.ts';

/** What a person asked for, when, and the answer. Empty if they have not asked. */
export function toldAppeal(
  { texts }: Visit,
  { appeal, appealedAt, answeredAt, answer }: Appealed,
): Markup {
  if (appealedAt === null) return markup``;
  const { asked, waiting, turnedDown } = texts.appeal;
  const answered =
    answeredAt === null
      ? markup`<p>${waiting}</p>`
      : markup`<p>${turnedDown(answeredAt)}</p>
${answer === null ? '' : markup`<p class="quoted" lang="" dir="auto">${answer}</p>`}`;
  return markup`<p>${asked(appealedAt)}</p>
<p class="quoted" lang="" dir="auto">${appeal ?? ''}</p>
${answered}`;
}
