import { Globe, MessagesSquare, Send, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tooltip } from '../../components/tooltip.tsx';
import type { Profile } from './profile.ts';

/** Drawn by us: the icon set holds no brands. */
function XIcon() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={15} height={15} fill="none" stroke="currentColor">
      <path d="M4 4h4.2L20 20h-4.2z" strokeWidth={2} strokeLinejoin="round" />
      <path d="m4.4 20 6.2-7m2.9-3.2L18.8 4" strokeWidth={2} strokeLinecap="round" />
    </svg>
  );
}

const networks = [
  { key: 'x', name: 'X', icon: <XIcon /> },
  { key: 'telegram', name: 'Telegram', icon: <Send aria-hidden size={16} /> },
  { key: 'website', name: 'Website', icon: <Globe aria-hidden size={16} /> },
  { key: 'discord', name: 'Discord', icon: <MessagesSquare aria-hidden size={16} /> },
] as const;

/** Whether it is safe to open: a link to the web, not a script or a file. */
function isWebLink(link: string): boolean {
  return URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

const chip = 'grid size-8 place-items-center rounded-lg text-muted pointer-coarse:size-11';

type SocialLinkProps = { username: string; network: string; icon: ReactNode; link: string };

function SocialLink({ username, network, icon, link }: SocialLinkProps) {
  if (!isWebLink(link)) {
    const label = `${network} of ${username}, not a web link: ${link}`;
    return (
      <span role="img" aria-label={label} title={label} className={chip}>
        <Unlink aria-hidden size={16} className="text-bad" />
      </span>
    );
  }
  return (
    <Tooltip
      text={link}
      render={
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={`${network} of ${username}, opens in a new tab`}
          aria-description={link}
          className={`${chip} transition-colors hover:bg-sunken hover:text-ink`}
        >
          {icon}
        </a>
      }
    />
  );
}

/** The links a profile has, each opened in a tab that knows nothing of this one. */
export function SocialLinks({ username, socials }: Pick<Profile, 'username' | 'socials'>) {
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
        <SocialLink key={key} username={username} {...link} />
      ))}
    </span>
  );
}
