import { type Markup, markup } from '@namecard/look';
import { linksOf, type SocialNetwork } from '@namecard/look/socials';
import { withHashtags } from './hashtags.ts';
import { initialMark } from './initial.ts';
import { nameOf, toldBy } from './name-line.ts';
import { placeMarkup } from './place.ts';
import type { Profile } from './api.ts';
import { nameOfNetwork, type ShownLink, shownLinks } from './shown-links.ts';
import type { Texts } from './texts/texts.ts';

/** Columns with cards are 480 px wide at most. */
export const cardStyle = `
.card {
  margin: 16px 0 0; padding: 28px 24px 24px; border: 1px solid var(--line);
  border-radius: 16px; background: var(--surface); overflow-wrap: anywhere;
}
/* Letters may carry any number of marks. The padding is for deep letters. */
.card, .card .name, .card .rest { overflow: hidden; }
.card .initial {
  display: block; width: 88px; height: 88px; margin: 0 0 16px; font-family: var(--sans);
}
.card .name {
  margin: -4px 0; padding: 4px 0; border: 0; font-size: 1.75rem; line-height: 1.2;
  font-weight: 600; letter-spacing: -.02em; color: var(--ink);
}
.card .handle { margin: 4px 0 0; color: var(--muted); }
.card .rest { margin: 12px 0 0; color: var(--soft); white-space: pre-wrap; }
.card .links { margin: 20px 0 0; padding: 0; list-style: none; }
.card .links li { padding: 0; border: 0; }
.card .links li + li { margin-top: 8px; }
.card .links a {
  display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 6px 16px;
  border: 1px solid var(--line-strong); border-radius: 12px;
  color: var(--ink); font-weight: 500; text-decoration: none;
}
.card .links a:hover { border-color: var(--ink); text-decoration: none; }
.card .links span { flex: none; color: inherit; font-size: inherit; font-weight: 500; }
.card .links bdi {
  overflow: hidden; min-width: 0; margin-left: auto; color: var(--muted);
  font-weight: 400; text-overflow: ellipsis; white-space: nowrap;
}
.card .links .elsewhere { margin-left: 0; color: var(--ink); }
.card .place { margin: 16px 0 0; color: var(--muted); font-size: var(--size-note); }
.card .place a {
  display: inline; padding: 0; color: inherit; font-weight: 400;
  text-decoration: underline;
}
`;

/** A link, with the network's name only if it leads there. */
function linkItem({ href, text, network }: ShownLink, texts: Texts): Markup {
  const said =
    network === undefined
      ? markup`<bdi dir="ltr" class="elsewhere">${text}</bdi>`
      : markup`<span>${nameOfNetwork(network, texts)}</span><bdi dir="ltr">${text}</bdi>`;
  return markup`<li><a href="${href}" rel="nofollow ugc noreferrer">${said}</a></li>`;
}

type Options = {
  /** The name's level. */
  heading: 'h1' | 'h2';
  /** Below the name. */
  notice?: Markup;
  /** At the end of the card. */
  foot?: Markup;
  /** The degrees to which the location is rounded. */
  precision?: number;
  /** Whether hashtags lead to the search, which is for members. */
  hasSearch?: boolean;
};

export function cardMarkup(
  profile: Profile,
  texts: Texts,
  {
    heading,
    notice = markup``,
    foot = markup``,
    precision = 0,
    hasSearch = false,
  }: Options,
): Markup {
  const { username, socials, location } = profile;
  const { line, rest } = toldBy(profile);
  const lead = markup`<bdi${line === '' ? '' : markup` lang=""`}>${nameOf(profile)}</bdi>`;
  const name =
    heading === 'h1'
      ? markup`<h1 class="name">${lead}</h1>`
      : markup`<h2 class="name">${lead}</h2>`;
  const handle = markup`<p class="handle"><bdi>@${username}</bdi></p>`;
  const text = markup`<p class="rest" dir="auto" lang="">${hasSearch ? withHashtags(rest.trim()) : rest.trim()}</p>`;
  const links = shownLinks(socials).map((link) => linkItem(link, texts));
  return markup`<article class="card">
${initialMark(profile)}
${name}
${line === '' ? '' : handle}
${notice}
${rest.trim() === '' ? '' : text}
${links.length === 0 ? '' : markup`<ul class="links">${links}</ul>`}
${location === null ? '' : placeMarkup(location, precision, texts)}
${foot}</article>`;
}

/** Whether others see nothing of the card but its name. */
export const isEmpty = (
  { about, socials, location }: Profile,
  offered: readonly SocialNetwork[],
): boolean =>
  about === null &&
  location === null &&
  shownLinks(linksOf(socials, offered)).length === 0;
