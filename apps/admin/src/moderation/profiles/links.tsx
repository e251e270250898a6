import { socialNetworks, socials } from '@namecard/look/socials';
import { ExternalLink } from 'lucide-react';
import type { Profile } from './profile.ts';

/** The networks in the order of display. A website says most. */
const networks = [
  'website' as const,
  ...socialNetworks.filter((one) => one !== 'website'),
];

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

export const linksOf = (links: Profile['socials']) =>
  networks.flatMap((key) => {
    const link = links[key];
    const { name } = socials[key];
    return link === undefined ? [] : [{ key, name, link, domain: domainOf(link) }];
  });

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
