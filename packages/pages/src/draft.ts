import { type Markup, markup } from '@namecard/look';
import type { Api } from './api.ts';
import { memberForm } from './member-form.ts';
import type { Posted } from './posted.ts';
import type { Visit } from './visit.ts';

export type Draft = NonNullable<
  Awaited<ReturnType<Api['users']['invitation']>>['data']['invitation']
>;

/** A card that was prepared for the member. */
export const readDraft = async ({ api }: Visit): Promise<Draft | null> =>
  (await api.users.invitation()).data.invitation;

export const declinePath = '/me/draft/no';

const declineForm = (visit: Visit): Markup =>
  memberForm(visit, { action: declinePath, button: visit.texts.draft.no, kind: 'quiet' });

/** Asks a member without a card whose draft it is, by its name. Creating it says yes. */
export function draftQuestion(visit: Visit, { name, username }: Draft): Markup {
  const { draft } = visit.texts;
  const who = name ?? username;
  const title = who === null ? draft.isYours : draft.areYou(who);
  return markup`<section class="said"><h2>${title}</h2>
<p>${draft.text}</p>
${declineForm(visit)}</section>`;
}

/** Above the form that the draft fills in. */
export function draftNote(visit: Visit, { preparedBy }: Draft): Markup {
  return markup`<div class="said"><p>${visit.texts.draft.prepared(preparedBy)}</p>
${declineForm(visit)}</div>`;
}

/** What the form of the card shows of a draft. */
export const draftValues = ({ name, about, socials }: Draft): Posted => ({
  ...(name !== null && { line: name }),
  ...(about !== null && { about }),
  ...socials,
});
