import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { identities, identityLabel } from '../../moderation/identities.ts';
import { roleNames } from '../../who.ts';
import { effectiveRole, type ManagedUser } from './vocabulary.ts';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 px-4 py-2.5 sm:px-5">
      <dt className="text-[0.8125rem] text-muted">{name}</dt>
      <dd className="min-w-0 text-sm wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}

const none = <span className="text-muted">None</span>;

function Identities({ user }: { user: ManagedUser }) {
  return identities.map((identity) => {
    const value = user[identity];
    return (
      <Row key={identity} name={identityLabel(identity)}>
        {value === null ? none : <span className="mr-2">{value}</span>}
        {value !== null && user.duplicateIdentities.includes(identity) && (
          <Link to="/users" search={{ text: value }} className="inline-block hover:underline">
            <Badge tone="warn">Others have it too</Badge>
          </Link>
        )}
      </Row>
    );
  });
}

export function UserFacts({ user }: { user: ManagedUser }) {
  return (
    <Section title="Record">
      <dl className="divide-y divide-line">
        <Row name="Username">{user.username ?? none}</Row>
        <Row name="Role">
          {roleNames[effectiveRole(user)]}
          {user.isConfiguredAdmin && (
            <span className="mt-0.5 block text-[0.8125rem] text-pretty text-muted">
              By the service’s settings. The role given here is: {roleNames[user.role]}.
            </span>
          )}
        </Row>
        <Identities user={user} />
        <Row name="Joined">
          <When at={user.createdAt} />
        </Row>
        <Row name="Changed">
          <When at={user.updatedAt} />
        </Row>
        <Row name="Last seen">
          {user.lastSeenAt === null ? (
            <span className="text-muted">Never signed in</span>
          ) : (
            <When at={user.lastSeenAt} />
          )}
        </Row>
        <Row name="ID">
          <span className="text-[0.8125rem] text-muted">{user.id}</span>
        </Row>
      </dl>
    </Section>
  );
}
