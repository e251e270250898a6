import { ExternalLink } from 'lucide-react';
import type { Profile } from './profile.ts';

type Key = keyof Profile['socials'];

/** The networks in the order of display. */
const networks: Readonly<Record<Key, { key: Key; name: string }>> = {
  website: { key: 'website', name: 'Website' },
  x: { key: 'x', name: 'X' },
  telegram: { key: 'telegram', name: 'Telegram' },
  discord: { key: 'discord', name: 'Discord' },
};

/**
 * The domain of a web link; undefined for scripts, files and mail addresses. The
 * service refuses such links, but the database could still contain them.
 */
export function domainOf(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url && /^https?:$/.test(url.protocol)
    ? url.hostname.replace(/^www\./, '')
    : undefined;
}

/** A path in readable form, if it can be decoded. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * A link without its common parts: `t.me/cheapfollow3`. Links outside the web are
 * shown whole.
 */
export function shortLink(link: string): string {
  const domain = domainOf(link);
  if (domain === undefined) return link;
  const { pathname } = new URL(link);
  return `${domain}${decoded(pathname).replace(/\/$/, '')}`;
}

export const linksOf = (socials: Profile['socials']) =>
  Object.values(networks).flatMap((network) => {
    const link = socials[network.key];
    return link === undefined ? [] : [{ ...network, link, domain: domainOf(link) }];
  });

/** The search for profiles that link to a domain. */
export const searchFor = (domain: string) => ({ text: `domain:${domain}` });

type OpenLinkProps = { link: string; domain: string };

/**
 * Opens a stranger's link in a tab without access to this one. Search engines
 * must not count the link.
 */
export const OpenLink = ({ link, domain }: OpenLinkProps) => (
  <a
    href={link}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    title={link}
    aria-label={`Open ${domain} in a new tab`}
    className="grid size-6 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
  >
    <ExternalLink aria-hidden size={13} />
  </a>
);
