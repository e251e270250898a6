import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { Fact, Section } from '../../components/section.tsx';
import { identities, identityLabel } from '../../moderation/identities.ts';
import { roleNames } from '../../who.ts';
import { effectiveRole, type ManagedUser } from './vocabulary.ts';

const none = <span className="text-muted">None</span>;

function Identities({ user }: { user: ManagedUser }) {
  return identities.map((identity) => {
    const value = user[identity];
    return (
      <Fact key={identity} name={identityLabel(identity)}>
        {value === null ? none : <span className="mr-2">{value}</span>}
        {value !== null && user.duplicateIdentities.includes(identity) && (
          <Link
            to="/users"
            search={{ text: value }}
            className="inline-block hover:underline"
          >
            <Badge tone="warn">Others have it too</Badge>
          </Link>
        )}
      </Fact>
    );
  });
}

export function UserFacts({ user }: { user: ManagedUser }) {
  return (
    <Section title="Record">
      <dl className="divide-y divide-line">
        <Fact name="Username">{user.username ?? none}</Fact>
        <Fact name="Role">
          {roleNames[effectiveRole(user)]}
          {user.isConfiguredAdmin && (
            <span className="mt-0.5 block text-[0.8125rem] text-pretty text-muted">
              By the service’s settings. The role given here is: {roleNames[user.role]}.
              {!user.canBeActedOn &&
                ' Only an admin by the settings can change it, suspend them, sign them out or hide all their profiles.'}
            </span>
          )}
        </Fact>
        <Identities user={user} />
        <Fact name="Joined">
          <When at={user.createdAt} />
        </Fact>
        <Fact name="Changed">
          <When at={user.updatedAt} />
        </Fact>
        <Fact name="Last seen">
          {user.lastSeenAt === null ? (
            <span className="text-muted">Never signed in</span>
          ) : (
            <When at={user.lastSeenAt} />
          )}
        </Fact>
        <Fact name="ID">
          <span className="text-[0.8125rem] text-muted">{user.id}</span>
        </Fact>
      </dl>
    </Section>
  );
}
