/** The networks that a profile links to, in the order in which they are shown, each with its own domains. */
const networks = [
  { key: 'x', name: 'X', domains: ['x.com', 'twitter.com'] },
  {
    key: 'telegram',
    name: 'Telegram',
    domains: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
  },
  { key: 'website', name: 'Website', domains: undefined },
  {
    key: 'discord',
    name: 'Discord',
    domains: ['discord.com', 'discord.gg', 'discordapp.com'],
  },
] as const;

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
  socials: Readonly<{ [Key in (typeof networks)[number]['key']]?: string | undefined }>,
): ShownLink[] {
  return networks.flatMap(({ key, name, domains }) => {
    const url = URL.parse(socials[key] ?? '');
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/\.$/, '');
    const leadsThere = domains === undefined || isWithin(host, domains);
    return [{ url, network: leadsThere ? name : undefined }];
  });
}
