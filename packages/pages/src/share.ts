import { type Markup, markup } from '@namecard/look';
import { nameOf } from './name-line.ts';
import { pathOfCard } from './paths.ts';
import type { Own } from './own-card.ts';
import type { Profile } from './api.ts';
import { qrCode } from './qr.ts';
import type { Visit } from './visit.ts';

/** The public address of a card; undefined if it has none. */
export const addressOf = (
  { origin }: Visit,
  { own: { username, hidden }, isPublic }: Own,
): string | undefined => (isPublic && !hidden ? `${origin}/@${username}` : undefined);

/** @param profile as others see it */
export function shareMarkup(
  visit: Visit,
  profile: Profile,
  address: string | undefined,
): Markup {
  const { card } = visit.texts;
  const file = `${pathOfCard(profile.username)}/contact.vcf`;
  const contact = markup`<p class="actions"><a href="${file}">${card.contact}</a></p>`;
  if (address === undefined) return contact;
  return markup`<h2>${card.share}</h2>
<div class="field"><label for="address">${card.address}</label>
<input id="address" readonly value="${address}"></div>
<figure>${qrCode(address, card.qr(address))}
<figcaption lang="">${nameOf(profile)}</figcaption></figure>
${contact}`;
}
