import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { isWebLink, networks, strangersLink } from '../links.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';

const place = 'grid size-8 place-items-center rounded-lg text-muted';

type SocialLinkProps = { owner: string; network: string; icon: ReactNode; link: string };

/** One link as an icon. Its title is the browser's own: a long list has thousands of them. */
function SocialLink({ owner, network, icon, link, tabIndex }: SocialLinkProps & TabStop) {
  if (!isWebLink(link)) {
    const label = `${network} of ${owner}, not a web link: ${link}`;
    return (
      <span role="img" aria-label={label} title={label} className={place}>
        <Unlink aria-hidden size={16} className="text-bad" />
      </span>
    );
  }
  return (
    <a
      href={link}
      {...strangersLink}
      title={link}
      tabIndex={tabIndex}
      aria-label={`${network} of ${owner}, opens in a new tab`}
      className={`${place} transition-colors hover:bg-sunken hover:text-ink`}
    >
      {icon}
    </a>
  );
}

type TabStop = { tabIndex: 0 | -1 };

export function SocialLinks({
  username,
  socials,
  tabIndex,
}: Pick<Profile, 'username' | 'socials'> & TabStop) {
  const links = networks.flatMap(({ key, name, icon }) => {
    const link = socials[key];
    return link === undefined ? [] : [{ key, network: name, icon, link }];
  });
  if (links.length === 0) {
    return <span className="text-[0.8125rem] text-muted">No links</span>;
  }
  return (
    <span className="-ml-2 flex">
      {links.map(({ key, ...link }) => (
        <SocialLink key={key} owner={username} tabIndex={tabIndex} {...link} />
      ))}
    </span>
  );
}
