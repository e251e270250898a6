import type { Profile } from './profile.ts';

type Socials = Profile['socials'];

export type SocialNetwork = keyof Socials;

type Network<Key> = {
  key: Key;
  /** Undefined means any domain. */
  domains: readonly string[] | undefined;
};

/** In the order of the card. */
const networks: { readonly [Key in SocialNetwork]-?: Network<Key> } = {
  x: { key: 'x', domains: ['x.com', 'twitter.com'] },
  telegram: {
    key: 'telegram',
    domains: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
  },
  website: { key: 'website', domains: undefined },
  discord: { key: 'discord', domains: ['discord.com', 'discord.gg', 'discordapp.com'] },
};

/** `network` is undefined if the link does not lead to its network. */
export type ShownLink = {
  href: string;
  text: string;
  network: SocialNetwork | undefined;
};

/** Whether the host belongs to the network. A website may have any host. */
export function isOfNetwork(network: SocialNetwork, host: string): boolean {
  const { domains } = networks[network];
  return (
    domains === undefined ||
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
  );
}

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
 * letters.
 */
const written = ({ host, pathname, search, hash }: URL): string =>
  `${host}${`${pathname}${search}${hash}`.replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)}`.replace(
    /\/$/,
    '',
  );

/**
 * A card's links to the web. Members can put any link into any field, so a network's
 * name is shown only if the link leads there.
 */
export function shownLinks(socials: Socials): ShownLink[] {
  return Object.values(networks).flatMap(({ key }) => {
    const url = URL.parse(socials[key] ?? '');
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/\.$/, '');
    const network = isOfNetwork(key, host) ? key : undefined;
    return [{ href: url.href, text: written(url), network }];
  });
}

export const linkFields = Object.values(networks).map(({ key }) => key);
