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
  const { cards } = visit.texts;
  const isSent = textOf(typed.posted, 'appealed') === username;
  const field = textField(
    {
      name: 'text',
      id: `appeal-${username}`,
      label: cards.appeal,
      hint: cards.appealHint,
      value: isSent ? textOf(typed.posted, 'text') : '',
    },
    isSent ? typed.failure : undefined,
  );
  const fields = markup`${hiddenField('appealed', username)}${hiddenField('page', String(page))}
${field}`;
  const button = cards.appealSend;
  return memberForm(visit, { action: '/me/appeal', fields, button, kind: 'quiet' });
}

/**
 * Says that a card is hidden and why, with the form of the appeal. A card that was
 * hidden without a record has no notice.
 * @param page of the list of cards, on which a refused appeal is shown again
 */
export function hiddenNotice(
  visit: Visit,
  notice: Notice | undefined,
  typed: Typed = { posted: {} },
  page = 1,
): Markup {
  const { cards } = visit.texts;
  const hidden = markup`<p>${cards.hidden}</p>`;
  if (notice === undefined) return markup`<div class="said bad">${hidden}</div>`;
  const { reason, note, username } = notice;
  return markup`<div class="said bad">${hidden}
${reason === 'other' ? '' : markup`<p>${cards.reason(reason)}</p>`}
${note === null ? '' : markup`<p class="quoted">${note}</p>`}</div>
${appealForm(visit, username, typed, page)}`;
}
