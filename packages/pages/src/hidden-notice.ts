import { contactNote, type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { hiddenField, textField } from './fields.ts';
import { memberForm } from './member-form.ts';
import { type Posted, textOf } from './posted.ts';
import { hashOf } from './shown-values.ts';
import { statement } from './statement.ts';
import { toldAppeal } from './told-appeal.ts';
import type { Api, Visit } from './visit.ts';

type Mine = Awaited<ReturnType<Api['profiles']['mine']>>['data'];

export type Notice = Mine['notices'][number];

/** Why the card is hidden. Nothing is known of a change in the database. */
const reasonMarkup = (visit: Visit, notice: Notice | undefined): Markup =>
  notice === undefined
    ? markup`<p>${visit.texts.cards.noReason}</p>`
    : statement(visit, { ...notice, until: null });

/** A card that waits for a first look is hidden too, but nobody has decided so. */
export type Hidden = { notice: Notice | undefined; isWaiting: boolean };

/** Says that a card is hidden and why, and what became of the appeal. */
export function hiddenNotice(
  visit: Visit,
  { notice, isWaiting }: Hidden,
  heading: 'h2' | 'h3',
): Markup {
  const { cards } = visit.texts;
  const words = isWaiting ? cards.waitingTitle : cards.hiddenTitle;
  const title = heading === 'h2' ? markup`<h2>${words}</h2>` : markup`<h3>${words}</h3>`;
  if (isWaiting) {
    return markup`<div class="said">${title}
<p>${cards.waiting}</p></div>`;
  }
  return markup`<div class="said bad">${title}
<p>${cards.hidden}</p>
${reasonMarkup(visit, notice)}
${notice === undefined ? '' : toldAppeal(visit, notice)}
${contactNote(visit.product, visit.language)}</div>`;
}

/** The version of the notice that an appeal is about. */
export const hashOfNotice = ({ reason, note, at }: Notice): string =>
  hashOf(JSON.stringify([reason, note, at]));

/** What was typed in the form for an appeal, and why it was refused. */
type Typed = { posted: Posted; failure?: Failure | undefined };

/**
 * The form for an appeal. There is none without a notice, since no event says who
 * hid the card, and none after an appeal.
 * @param page of the list of cards that shows a refused appeal again
 */
export function appealForm(
  visit: Visit,
  notice: Notice | undefined,
  { posted, failure }: Typed = { posted: {} },
  page = 1,
): Markup {
  if (notice === undefined || notice.appealedAt !== null) return markup``;
  const { username } = notice;
  const { appeal, cards } = visit.texts;
  const isSent = textOf(posted, 'appealed') === username;
  const field = textField(
    {
      name: 'text',
      id: `appeal-${username}`,
      label: appeal.text,
      hint: cards.appealHint,
      value: isSent ? textOf(posted, 'text') : '',
    },
    isSent ? failure : undefined,
  );
  const fields = markup`${hiddenField('appealed', username)}${hiddenField('page', String(page))}
${hiddenField('notice', hashOfNotice(notice))}
${field}`;
  const button = appeal.send;
  return memberForm(visit, { action: '/me/appeal', fields, button, kind: 'quiet' });
}
