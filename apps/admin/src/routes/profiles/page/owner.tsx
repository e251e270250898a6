import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Section } from '../../../components/section.tsx';
import { useWho } from '../../../who.ts';
import { identityNames } from '../../../moderation/identities.ts';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { textLink } from './facts.tsx';
import type { Inspected } from './use-profile.ts';

const list = new Intl.ListFormat('en');

function DuplicateIdentities({
  duplicateIdentities,
}: Pick<Profile, 'duplicateIdentities'>) {
  if (duplicateIdentities.length === 0) {
    return null;
  }
  const names = list.format(
    duplicateIdentities.map((identity) => identityNames[identity]),
  );
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2.5 text-[0.8125rem] text-pretty text-warn">
      <UsersRound aria-hidden size={16} className="mt-px shrink-0" />
      Other users link the same {names}. They may be one person.
    </p>
  );
}

function Siblings({ profile, siblings, siblingCount }: Inspected) {
  if (siblingCount === 0) {
    return (
      <p className="px-4 py-3 text-sm text-muted sm:px-5">This is their only profile.</p>
    );
  }
  const more = siblingCount - siblings.length;
  return (
    <div className="px-4 py-3 sm:px-5">
      <h3 className="text-[0.8125rem] font-medium text-muted">
        {siblingCount === 1
          ? 'Their other profile'
          : `Their ${siblingCount} other profiles`}
      </h3>
      <ul className="mt-1 max-h-64 overflow-y-auto">
        {siblings.map(({ username, hidden }) => (
          <li key={username} className="flex items-center justify-between gap-3 py-1">
            <Link
              translate="no"
              to="/profiles/$username"
              params={{ username }}
              className={`${textLink} text-sm pointer-coarse:py-2.5`}
            >
              {username}
            </Link>
            {hidden && <Badge tone="warn">Hidden</Badge>}
          </li>
        ))}
      </ul>
      <Link
        to="/profiles"
        search={{ text: `owner:${profile.owner.email}` }}
        className={`${textLink} mt-2 inline-block text-sm`}
      >
        {more > 0 ? `List all, ${more} more` : 'List all of them'}
      </Link>
    </div>
  );
}

/** The owner, and the owner's other profiles. */
export function Owner(inspected: Inspected) {
  const { role } = useWho();
  const { owner, duplicateIdentities } = inspected.profile;
  return (
    <Section
      title="Owner"
      aside={owner.isSuspended && <Badge tone="bad">Suspended</Badge>}
    >
      <div className="border-b border-line px-4 py-3 sm:px-5">
        {role === 'admin' ? (
          <Link
            translate="no"
            to="/users/$id"
            params={{ id: owner.id }}
            className={textLink}
          >
            {owner.email}
          </Link>
        ) : (
          <p translate="no" className="font-medium wrap-anywhere text-ink">
            {owner.email}
          </p>
        )}
        {owner.username !== null && (
          <p translate="no" className="text-[0.8125rem] wrap-anywhere text-muted">
            {owner.username}
          </p>
        )}
        <DuplicateIdentities duplicateIdentities={duplicateIdentities} />
      </div>
      <Siblings {...inspected} />
    </Section>
  );
}
