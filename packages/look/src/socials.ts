/** A kind of link on a card. */
export type SocialKind = {
  /** In all languages. Only the website has other names. */
  name: string;
  /** A link of this kind. */
  example: string;
  /** What people type. */
  typed: string;
  /** Its links lead there or to a subdomain; without hosts, anywhere. */
  hosts?: readonly string[];
  /** The path of its links begins with it. */
  path?: string;
  /** Names that people type, and the link that each becomes. */
  names?: readonly [RegExp, string];
};

/** In the order of an answer. */
const kinds = {
  x: {
    name: 'X',
    example: 'https://x.com/ann',
    typed: '@ann',
    hosts: ['x.com', 'twitter.com'],
    names: [/^@?(\w{1,15})$/, 'https://x.com/$1'],
  },
  telegram: {
    name: 'Telegram',
    example: 'https://t.me/ann',
    typed: '@anna',
    hosts: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
    names: [/^@?(\w{4,32})$/, 'https://t.me/$1'],
  },
  website: {
    name: 'Website',
    example: 'https://ann.example.com',
    typed: 'example.com/ann',
  },
  discord: {
    name: 'Discord',
    example: 'https://discord.gg/ann',
    typed: 'discord.gg/abc',
    hosts: ['discord.com', 'discord.gg', 'discordapp.com'],
    // A user's number, as the app copies it.
    names: [/^(\d{17,20})$/, 'https://discord.com/users/$1'],
  },
  github: {
    name: 'GitHub',
    example: 'https://github.com/ann',
    typed: '@ann',
    hosts: ['github.com'],
    names: [/^@?([a-z\d](?:-?[a-z\d]){0,38})$/i, 'https://github.com/$1'],
  },
  linkedin: {
    name: 'LinkedIn',
    example: 'https://www.linkedin.com/in/ann',
    typed: 'linkedin.com/in/ann',
    hosts: ['linkedin.com'],
    names: [/^@?([a-z\d-]{3,100})$/i, 'https://www.linkedin.com/in/$1'],
  },
  mastodon: {
    name: 'Mastodon',
    example: 'https://mastodon.social/@ann',
    typed: '@ann@mastodon.social',
    path: '/@',
    names: [/^@?([\w.-]+)@((?:[a-z\d-]+\.)+[a-z]{2,})$/i, 'https://$2/@$1'],
  },
  bluesky: {
    name: 'Bluesky',
    example: 'https://bsky.app/profile/ann.bsky.social',
    typed: '@ann.bsky.social',
    hosts: ['bsky.app'],
    names: [/^@?((?:[a-z\d-]+\.)+[a-z]{2,})$/i, 'https://bsky.app/profile/$1'],
  },
  instagram: {
    name: 'Instagram',
    example: 'https://www.instagram.com/ann',
    typed: '@ann',
    hosts: ['instagram.com'],
    names: [/^@?([\w.]{1,30})$/, 'https://www.instagram.com/$1'],
  },
  youtube: {
    name: 'YouTube',
    example: 'https://www.youtube.com/@ann',
    typed: '@ann',
    hosts: ['youtube.com', 'youtu.be'],
    names: [/^@?([\w.-]{3,30})$/, 'https://www.youtube.com/@$1'],
  },
  matrix: {
    name: 'Matrix',
    example: 'https://matrix.to/#/@ann:matrix.org',
    typed: '@ann:matrix.org',
    hosts: ['matrix.to'],
    names: [/^(@[\w.=/+-]+:[\w.-]+(?::\d+)?)$/, 'https://matrix.to/#/$1'],
  },
  signal: {
    name: 'Signal',
    example: 'https://signal.me/#eu/abc',
    typed: 'https://signal.me/#eu/abc',
    hosts: ['signal.me'],
    // A username, and not a phone number.
    path: '/#eu/',
  },
} satisfies Record<string, SocialKind>;

export type SocialNetwork = keyof typeof kinds;

export const socials: Readonly<Record<SocialNetwork, SocialKind>> = kinds;

export const isSocial = (name: string): name is SocialNetwork =>
  Object.hasOwn(kinds, name);

export const socialNetworks: readonly SocialNetwork[] =
  Object.keys(kinds).filter(isSocial);

/** What is made of each kind, under its name. */
export function eachSocial<Made>(
  make: (kind: SocialKind, network: SocialNetwork) => Made,
): Record<SocialNetwork, Made>;
export function eachSocial(
  make: (kind: SocialKind, network: SocialNetwork) => unknown,
): object {
  const made = socialNetworks.map((network) => [network, make(kinds[network], network)]);
  return Object.fromEntries(made);
}

/**
 * Offered unless `SOCIALS` is set. Their links may lead anywhere, because older cards have
 * such links.
 */
export const defaultSocials: readonly SocialNetwork[] = [
  'x',
  'telegram',
  'website',
  'discord',
];

/** Whether the host belongs to the network. A website may have any host. */
export function isOfNetwork(network: SocialNetwork, host: string): boolean {
  const { hosts } = socials[network];
  return (
    hosts === undefined ||
    hosts.some((domain) => host === domain || host.endsWith(`.${domain}`))
  );
}

/** The links of these networks, in their order. */
export function linksOf(
  links: Readonly<Partial<Record<string, string>>>,
  networks: readonly SocialNetwork[],
): Partial<Record<SocialNetwork, string>> {
  const set: Partial<Record<SocialNetwork, string>> = {};
  for (const network of networks) {
    const link = links[network];
    if (link) set[network] = link;
  }
  return set;
}
