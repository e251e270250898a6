import { TriangleAlert } from 'lucide-react';
import { Card } from './card.tsx';
import { isWebLink, networks, strangersLink } from '../links.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';

/** The whole link, so that one can judge it before following it. What is no web link is text. */
function WholeLink({ link, network }: { link: string; network: string }) {
  if (!isWebLink(link)) {
    return (
      <span className="text-soft">
        <span className="wrap-anywhere">{link}</span>
        <span className="mt-0.5 flex items-center gap-1.5 text-xs text-bad">
          <TriangleAlert aria-hidden size={13} /> Not a web link: it can’t be opened.
        </span>
      </span>
    );
  }
  return (
    <a
      href={link}
      {...strangersLink}
      className="wrap-anywhere text-accent-ink underline-offset-3 hover:underline"
    >
      {link}
      <span className="sr-only"> ({network}, opens in a new tab)</span>
    </a>
  );
}

/** A profile's about text and links. They are a stranger's, and are shown as plain text. */
export function TextCard({ about, socials }: Pick<Profile, 'about' | 'socials'>) {
  const links = networks.flatMap((network) => {
    const link = socials[network.key];
    return link === undefined ? [] : [{ ...network, link }];
  });
  return (
    <Card title="What it says">
      {about === null ? (
        <p className="text-muted italic">No about text</p>
      ) : (
        <p dir="auto" className="max-w-prose leading-6 wrap-anywhere whitespace-pre-wrap text-ink">
          {about}
        </p>
      )}
      {links.length === 0 && (
        <p className="mt-5 border-t border-line pt-4 text-sm text-muted">No links</p>
      )}
      <dl className="mt-5 grid gap-y-3 border-t border-line pt-4 text-sm empty:hidden sm:grid-cols-[7.5rem_minmax(0,1fr)]">
        {links.map(({ key, name, icon, link }) => (
          <div key={key} className="contents">
            <dt className="flex items-center gap-2.5 self-start text-muted">
              {icon}
              {name}
            </dt>
            <dd className="min-w-0 max-sm:pl-6.5">
              <WholeLink link={link} network={name} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
