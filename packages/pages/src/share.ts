import { type Markup, markup } from '@namecard/look';
import { nameOf } from './name-line.ts';
import { pathOfCard } from './paths.ts';
import type { Profile } from './profile.ts';
import { qrCode } from './qr.ts';
import type { Visit } from './visit.ts';

/** The public address of a card; undefined if it has none. */
export const addressOf = (
  { origin, publicProfiles }: Pick<Visit, 'origin' | 'publicProfiles'>,
  { username, hidden }: Profile,
): string | undefined =>
  publicProfiles && !hidden ? `${origin}/@${username}` : undefined;

export function shareMarkup(visit: Visit, profile: Profile): Markup {
  const { card, cards } = visit.texts;
  const address = addressOf(visit, profile);
  const file = `${pathOfCard(profile.username)}/contact.vcf`;
  const contact = markup`<p class="actions"><a href="${file}">${card.contact}</a></p>`;
  if (address === undefined) {
    return markup`<h2>${card.share}</h2>
<p class="note">${cards.membersOnly}</p>
${contact}`;
  }
  return markup`<h2>${card.share}</h2>
<p class="note">${card.shareHint}</p>
<div class="field"><label for="address">${card.address}</label>
<input id="address" readonly value="${address}"></div>
<figure>${qrCode(address, card.qr(address))}
<figcaption lang="">${nameOf(profile)}</figcaption></figure>
${contact}`;
}
