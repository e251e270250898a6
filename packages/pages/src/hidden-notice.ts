import { type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { hiddenField, textField } from './fields.ts';
import { memberForm } from './member-form.ts';
import { type Posted, textOf } from './posted.ts';
import type { Api, Visit } from './visit.ts';

type Mine = Awaited<ReturnType<Api['profiles']['mine']>>['data'];

export type Notice = Mine['notices'][number];

/** An appeal as it was typed, and why it was not taken. */
type Typed = { posted: Posted; failure?: Failure | undefined };

function appealForm(visit: Visit, username: string, typed: Typed, page: number): Markup {
  const { appeal, cards } = visit.texts;
  const isSent = textOf(typed.posted, 'appealed') === username;
  const field = textField(
    {
      name: 'text',
      id: `appeal-${username}`,
      label: appeal.text,
      hint: cards.appealHint,
      value: isSent ? textOf(typed.posted, 'text') : '',
    },
    isSent ? typed.failure : undefined,
  );
  const fields = markup`${hiddenField('appealed', username)}${hiddenField('page', String(page))}
${field}`;
  const button = appeal.send;
  return memberForm(visit, { action: '/me/appeal', fields, button, kind: 'quiet' });
}

type Options = {
  heading: 'h2' | 'h3';
  typed?: Typed;
  /** The page of the list of cards that shows a refused appeal again. */
  page?: number;
};

/** Why the card is hidden. The reason "other" says nothing that a note does not. */
function reasonMarkup({ cards }: Visit['texts'], notice: Notice | undefined): Markup {
  const { reason = 'other', note = null } = notice ?? {};
  if (reason === 'other' && note === null) return markup`<p>${cards.noReason}</p>`;
  return markup`${reason === 'other' ? '' : markup`<p>${cards.reason(reason)}</p>`}
${note === null ? '' : markup`<p class="quoted">${note}</p>`}`;
}

/**
 * Says that a card is hidden and why, with the form for an appeal. Without a notice
 * nobody can appeal: no event says who hid the card.
 */
export function hiddenNotice(
  visit: Visit,
  notice: Notice | undefined,
  { heading, typed = { posted: {} }, page = 1 }: Options,
): Markup {
  const { cards } = visit.texts;
  const title =
    heading === 'h2'
      ? markup`<h2>${cards.hiddenTitle}</h2>`
      : markup`<h3>${cards.hiddenTitle}</h3>`;
  return markup`<div class="said bad">${title}
<p>${cards.hidden}</p>
${reasonMarkup(visit.texts, notice)}</div>
${notice === undefined ? '' : appealForm(visit, notice.username, typed, page)}`;
}
