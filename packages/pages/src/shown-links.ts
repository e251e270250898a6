import {
  isOfNetwork,
  type SocialNetwork,
  socialNetworks,
  socials,
} from '@namecard/look/socials';
import type { Profile } from './api.ts';
import type { Texts } from './texts/texts.ts';

/** As it stands before a link and above its field. */
export const nameOfNetwork = (network: SocialNetwork, { card }: Texts): string =>
  network === 'website' ? card.website : socials[network].name;

/** `network` is undefined if the link does not lead to its network. */
export type ShownLink = {
  href: string;
  text: string;
  network: SocialNetwork | undefined;
};

/**
 * Visible letters with their marks, and digits. A mark at the start would change the
 * character before it.
 */
const isPlain = (text: string): boolean =>
  /^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}])+$/u.test(text);

/** Percent-encoded bytes as text if it is plain; otherwise unchanged. */
function decoded(bytes: string): string {
  try {
    const text = decodeURIComponent(bytes).normalize('NFC');
    return isPlain(text) ? text : bytes;
  } catch {
    return bytes;
  }
}

/**
 * The host is in ASCII, so that no host looks like another. The path is in its own
 * letters. On a phone there is no room for `www.`.
 */
const written = ({ host, pathname, search, hash }: URL): string =>
  `${host.replace(/^www\./, '')}${`${pathname}${search}${hash}`.replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)}`.replace(
    /\/$/,
    '',
  );

/**
 * A card's links to the web. Members can put any link into any field, so a network's
 * name is shown only if the link leads there.
 */
export function shownLinks(links: Profile['socials']): ShownLink[] {
  return socialNetworks.flatMap((key) => {
    const url = URL.parse(links[key] ?? '');
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/\.$/, '');
    const network = isOfNetwork(key, host) ? key : undefined;
    return [{ href: url.href, text: written(url), network }];
  });
}
