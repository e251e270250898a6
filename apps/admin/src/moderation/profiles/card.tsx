import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { linkStyle } from '../../components/styles.ts';
import { StateList } from '../../components/state-list.tsx';
import { Words } from '../../components/words.tsx';
import { linksOf, OpenLink, searchFor, shortLink } from './links.tsx';
import type { Profile } from './profile.ts';
import { useStates } from './states.ts';

type SocialLink = ReturnType<typeof linksOf>[number];

function CardLink({ social: { link, domain, name } }: { social: SocialLink }) {
  if (domain === undefined) {
    return (
      <li className="flex items-center gap-1.5 text-bad">
        <TriangleAlert aria-hidden size={14} className="shrink-0" />
        <span className="wrap-anywhere">
          {name}, not a web link: <bdi>{link}</bdi>
        </span>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1">
      <Link
        to="/profiles"
        search={searchFor(domain)}
        title={`Show the profiles that link to ${domain}`}
        className={`${linkStyle} pointer-coarse:py-3`}
      >
        <bdi>{shortLink(link)}</bdi>
      </Link>
      <OpenLink link={link} domain={domain} />
    </li>
  );
}

export function Card({ profile }: { profile: Profile }) {
  const { id, about, socials } = profile;
  return (
    <>
      <StateList states={useStates(id, profile)} />
      {about !== null && <Words className="mt-2 text-base">{about}</Words>}
      <ul aria-label="Links" className="mt-2 empty:hidden">
        {linksOf(socials).map((link) => (
          <CardLink key={link.key} social={link} />
        ))}
      </ul>
    </>
  );
}
