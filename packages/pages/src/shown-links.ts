import type { Profile } from './profile.ts';

type Socials = Profile['socials'];

export type SocialNetwork = keyof Socials;

type Network<Key> = {
  key: Key;
  /** Its own; undefined where it may be anywhere. */
  domains: readonly string[] | undefined;
};

/** The networks that a profile links to, in the order in which they are shown. */
const networks: { readonly [Key in SocialNetwork]-?: Network<Key> } = {
  x: { key: 'x', domains: ['x.com', 'twitter.com'] },
  telegram: {
    key: 'telegram',
    domains: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
  },
  website: { key: 'website', domains: undefined },
  discord: { key: 'discord', domains: ['discord.com', 'discord.gg', 'discordapp.com'] },
};

/** Where a link leads and how it is written; `network` is undefined where it leads elsewhere than the network that it is of. */
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

/** Letters with their marks, and digits, as long as all of them are seen. A mark at the start would change the character before it. */
const isPlain = (text: string): boolean =>
  /^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}])+$/u.test(text);

/** A sequence of percent-encoded bytes as text, where it is plain; otherwise as it was. */
function decoded(bytes: string): string {
  try {
    const text = decodeURIComponent(bytes).normalize('NFC');
    return isPlain(text) ? text : bytes;
  } catch {
    return bytes;
  }
}

/** A link as people read it: its host in ASCII, so that none looks like another, and what follows in its own letters. */
const written = ({ host, pathname, search, hash }: URL): string =>
  `${host}${`${pathname}${search}${hash}`.replaceAll(/(?:%[0-9a-f]{2})+/gi, decoded)}`.replace(
    /\/$/,
    '',
  );

/**
 * A profile's links to the web. Anybody may put any link into any field, so a network's name is
 * shown only where the link leads there. A website may be anywhere.
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

/** The names of the fields in which a member types links. */
export const linkFields = Object.values(networks).map(({ key }) => key);
