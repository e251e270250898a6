import { Unlink } from 'lucide-react';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { linksOf, OpenLink, searchFor } from '../links.tsx';
import { RowLink } from './row-link.tsx';

type SocialLinksProps = Pick<Profile, 'username' | 'socials'> & {
  tabIndex: 0 | -1;
  /** Narrows the list to the profiles that link to a domain. */
  onFilter: (domain: string) => void;
};

/** The domains of a profile's links, each to filter by; a second press, beside it, opens the link. */
export function SocialLinks({ username, socials, tabIndex, onFilter }: SocialLinksProps) {
  return linksOf(socials).map(({ key, name, link, domain }) => {
    if (domain === undefined) {
      const label = `${name} of ${username}, not a web link: ${link}`;
      return (
        <span key={key} role="img" aria-label={label} title={label} className="p-1">
          <Unlink aria-hidden size={15} className="text-bad" />
        </span>
      );
    }
    return (
      <span key={key} className="relative flex max-w-full min-w-0 items-center">
        <RowLink
          address={`profiles?${new URLSearchParams(searchFor(domain)).toString()}`}
          onFollow={() => onFilter(domain)}
          tabIndex={tabIndex}
          title={`Show the profiles that link to ${domain}`}
          className="truncate rounded-md px-1 leading-6 text-soft underline-offset-3 hover:underline focus-visible:-outline-offset-2"
        >
          {domain}
        </RowLink>
        <OpenLink link={link} domain={domain} tabIndex={tabIndex} />
      </span>
    );
  });
}
