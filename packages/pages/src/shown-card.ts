import { type Markup, markup } from '@namecard/look';
import type { Api } from './site.ts';
import type { Texts } from './texts/texts.ts';

export type Profile = Awaited<ReturnType<Api['profiles']['read']>>['data']['profile'];

/** A link's host as browsers read it, in ASCII, so that none looks like another. */
function linkItem(link: string, name: string): Markup {
  const url = URL.parse(link);
  if (url === null) return markup``;
  const shown = `${url.host}${url.pathname}${url.search}`.replace(/\/$/, '');
  return markup`<li>${name}: <a href="${url.href}" rel="nofollow ugc noreferrer"><bdi>${shown}</bdi></a></li>`;
}

export const networks = ['x', 'telegram', 'website', 'discord'] as const;

/** What a card shows: the about text, the links, the place. */
export function cardContents(profile: Profile, { card }: Texts): Markup {
  const { about, socials, location } = profile;
  const links = networks.flatMap((network) => {
    const link = socials[network];
    return link === undefined ? [] : [linkItem(link, card.links[network])];
  });
  const place = location && card.position(location.latitude, location.longitude);
  if (about === null && links.length === 0 && place === null) {
    return markup`<p class="note">${card.empty}</p>`;
  }
  return markup`${about === null ? '' : markup`<p class="about" dir="auto">${about}</p>`}
${links.length === 0 ? '' : markup`<ul>${links}</ul>`}
${place === null ? '' : markup`<p class="note">${place}</p>`}`;
}

/** Where a member edits a card. A username holds nothing that an address would read otherwise. */
export const pathOfCard = (name: string): string =>
  `/me/cards/${encodeURIComponent(name)}`;
