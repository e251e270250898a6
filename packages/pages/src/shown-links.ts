import type { SocialNetwork } from '@namecard/db';

type Network = {
  key: SocialNetwork;
  name: string;
  /** Its own; undefined where it may be anywhere. */
  domains: readonly string[] | undefined;
};

/** The networks that a profile links to, in the order in which they are shown. */
const networks: Readonly<Record<SocialNetwork, Network>> = {
  x: { key: 'x', name: 'X', domains: ['x.com', 'twitter.com'] },
  telegram: {
    key: 'telegram',
    name: 'Telegram',
    domains: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
  },
  website: { key: 'website', name: 'Website', domains: undefined },
  discord: {
    key: 'discord',
    name: 'Discord',
    domains: ['discord.com', 'discord.gg', 'discordapp.com'],
  },
};

/** A link as it is shown; `network` is undefined where the link leads elsewhere. */
export type ShownLink = { url: URL; network: string | undefined };

/** Whether the host is one of the domains or below one. */
const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/**
 * A profile's links to the web. Anybody may put any link into any field, so a network's name is
 * shown only where the link leads there. A website may be anywhere.
 */
export function shownLinks(
  socials: Readonly<{ [Key in SocialNetwork]?: string | undefined }>,
): ShownLink[] {
  return Object.values(networks).flatMap(({ key, name, domains }) => {
    const url = URL.parse(socials[key] ?? '');
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/\.$/, '');
    const leadsThere = domains === undefined || isWithin(host, domains);
    return [{ url, network: leadsThere ? name : undefined }];
  });
}
