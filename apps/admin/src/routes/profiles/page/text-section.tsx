import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Section } from '../../../components/section.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { DeceptionBadge } from '../deception-badge.tsx';
import { linksOf, OpenLink, searchFor } from '../links.tsx';
import { textLink } from './facts.tsx';

type SocialLink = ReturnType<typeof linksOf>[number];

/** The domain, which leads to the profiles that link to it, and the whole link as text. What is no web link is not opened. */
function WholeLink({ link, domain }: SocialLink) {
  return (
    <>
      {domain === undefined ? (
        <span className="flex items-center gap-1.5 text-bad">
          <TriangleAlert aria-hidden size={14} /> Not a web link: it can’t be opened.
        </span>
      ) : (
        <span className="flex flex-wrap items-center gap-x-1.5">
          <Link
            to="/profiles"
            search={searchFor(domain)}
            title={`Show the profiles that link to ${domain}`}
            className={textLink}
          >
            {domain}
          </Link>
          <OpenLink link={link} domain={domain} />
          <DeceptionBadge texts={[link]} />
        </span>
      )}
      <bdi className="block overflow-clip text-[0.8125rem] wrap-anywhere text-muted">
        {link}
      </bdi>
    </>
  );
}

/** A profile's about text and links. They are a stranger's, and are shown as plain text. */
export function TextSection({ about, socials }: Pick<Profile, 'about' | 'socials'>) {
  return (
    <Section title="About" aside={<DeceptionBadge texts={[about ?? '']} />}>
      <p
        dir="auto"
        className="overflow-clip px-4 py-4 leading-6 wrap-anywhere whitespace-pre-wrap text-ink sm:px-5"
      >
        {about ?? <span className="text-muted italic">No about text</span>}
      </p>
      <dl className="divide-y divide-line border-t border-line text-sm empty:hidden">
        {linksOf(socials).map((link) => (
          <div
            key={link.key}
            className="grid gap-x-3 px-4 py-2.5 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:px-5"
          >
            <dt className="flex h-6 items-center gap-2.5 text-[0.8125rem] text-muted">
              {link.icon}
              {link.name}
            </dt>
            <dd className="min-w-0">
              <WholeLink {...link} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
