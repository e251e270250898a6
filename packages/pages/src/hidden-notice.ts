import { contactNote, type Markup, markup } from '@namecard/look';
import { isEmpty } from './card-markup.ts';
import { pathOfCard } from './paths.ts';
import type { Api, Profile } from './api.ts';
import { statement } from './statement.ts';
import { toldAppeal } from './told-appeal.ts';
import type { Visit } from './visit.ts';

type Mine = Awaited<ReturnType<Api['profiles']['mine']>>['data'];

export type Notice = Mine['notices'][number];

/** Why the card is hidden. Nothing is known of a change in the database. */
const reasonMarkup = (visit: Visit, notice: Notice | undefined): Markup =>
  notice === undefined
    ? markup`<p>${visit.texts.cards.noReason}</p>`
    : statement(visit, { ...notice, until: null });

/** A card that waits for a first look is hidden too, but nobody has decided so. */
export type Hidden = { notice: Notice | undefined; isWaiting: boolean };

/** Leads to the appeal. Nobody can ask without a notice, or twice. */
export const appealLink = ({ texts }: Visit, notice: Notice | undefined): Markup =>
  notice?.appealedAt === null
    ? markup`<p class="actions"><a class="button quiet" href="${pathOfCard(notice.username)}/appeal">${texts.appeal.send}</a></p>`
    : markup``;

/**
 * Says that a card is hidden and why, and what became of the appeal.
 * @param foot what its owner can do
 */
export function hiddenNotice(
  visit: Visit,
  { notice, isWaiting, own }: Hidden & { own: Profile },
  heading: 'h2' | 'h3',
  foot = markup``,
): Markup {
  const { cards } = visit.texts;
  const words = isWaiting ? cards.waitingTitle : cards.hiddenTitle;
  const title = heading === 'h2' ? markup`<h2>${words}</h2>` : markup`<h3>${words}</h3>`;
  if (isWaiting) {
    // There is nothing to look at yet.
    if (isEmpty(own, visit.socials)) return markup``;
    return markup`<div class="said">${title}
<p>${cards.waiting}</p></div>`;
  }
  return markup`<div class="said bad">${title}
${reasonMarkup(visit, notice)}
${notice === undefined ? '' : toldAppeal(visit, notice)}
${contactNote(visit.product, visit.language)}
${foot}</div>`;
}
