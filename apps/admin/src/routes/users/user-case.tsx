import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { capital } from '../../components/capital.ts';
import { exactTime, When } from '../../components/date-time.tsx';
import { Fact, Section, TimeFact } from '../../components/section.tsx';
import { linkStyle } from '../../components/styles.ts';
import { Words } from '../../components/words.tsx';
import { CaseView } from '../../frame/page.tsx';
import { Stale } from '../../frame/states.tsx';
import { useNoting } from '../../moderation/desk/noting.tsx';
import { Past } from '../../moderation/history/past.tsx';
import { identities, identityNames } from '../../moderation/identities.ts';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import { AddressBlock } from '../../moderation/mail/address-block.tsx';
import { reasonName } from '../../moderation/reasons.ts';
import {
  effectiveRole,
  type Inspected,
  type ManagedUser,
} from '../../moderation/users/vocabulary.ts';
import { trpc } from '../../trpc.ts';
import { roleNames, useWho } from '../../who.ts';
import { AddressChanges } from './address-changes.tsx';
import { PersonalData } from '../../moderation/users/personal-data.tsx';
import { Sessions } from './sessions.tsx';
import type { UserActs } from './use-user-acts.tsx';

function Suspension({ suspension }: Pick<ManagedUser, 'suspension'>) {
  if (!suspension) return null;
  const { since, until, reason, note } = suspension;
  return (
    <div className="mt-2 text-soft">
      <p>
        <Badge tone="bad">Suspended</Badge> <When at={since} />
        {until === null ? ', until an admin ends it' : `, until ${exactTime(until)}`}
        {reason !== null && `. Reason: ${reasonName(reason)}`}
      </p>
      {note !== null && <Words className="text-muted">{note}</Words>}
    </div>
  );
}

function Record({ user }: { user: ManagedUser }) {
  const linked = identities.flatMap((identity) => {
    const value = user[identity];
    return value === null ? [] : [{ identity, value }];
  });
  return (
    <dl className="mt-4">
      {user.username !== null && <Fact name="Username">{user.username}</Fact>}
      <Fact name="Role">
        {roleNames[effectiveRole(user)]}
        {user.isConfiguredAdmin && (
          <span className="text-muted">
            , because of ADMIN_EMAILS. The stored role: {roleNames[user.role]}
          </span>
        )}
      </Fact>
      {linked.map(({ identity, value }) => (
        <Fact key={identity} name={capital(identityNames[identity])}>
          {value}
          {user.duplicateIdentities.includes(identity) && (
            <>
              {' '}
              <Link to="/users" search={{ text: value }} className="ml-2 rounded-md">
                <Badge tone="warn">Others have it too</Badge>
              </Link>
            </>
          )}
        </Fact>
      ))}
      <TimeFact name="Joined" at={user.createdAt} />
      <TimeFact name="Last seen" at={user.lastSeenAt} />
      <Fact name="ID">
        <span className="text-muted">{user.id}</span>
      </Fact>
    </dl>
  );
}

function Profiles({ user, profiles }: Inspected) {
  if (profiles.length === 0) return null;
  return (
    <Section
      title="Profiles"
      aside={
        profiles.length > 1 && (
          <Link
            to="/profiles"
            search={{ text: `owner:${user.email}` }}
            className={`${linkStyle} text-xs`}
          >
            See as a list
          </Link>
        )
      }
    >
      <ul aria-label="Profiles">
        {profiles.map(({ username, hidden, isHeld, createdAt }) => (
          <li key={username} className="flex items-center gap-3 py-0.5">
            <Link
              translate="no"
              to="/profiles/$username"
              params={{ username }}
              className={`${linkStyle} min-w-0 truncate pointer-coarse:py-3`}
            >
              {username}
            </Link>
            {hidden && <Badge tone="warn">Hidden</Badge>}
            {isHeld && <Badge tone="warn">Waits for a look</Badge>}
            <span className="ml-auto text-xs text-muted">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Mail({ user, deliveries, isSuppressed }: Inspected) {
  if (deliveries.length === 0 && !isSuppressed) return null;
  return (
    <Section
      title="Mail"
      aside={
        <Link
          to="/mail"
          search={{ address: user.email }}
          className={`${linkStyle} text-xs`}
        >
          All mail<span className="sr-only"> to {user.email}</span>
        </Link>
      }
    >
      {isSuppressed && <AddressBlock address={user.email} kind="suppressed" />}
      <Deliveries deliveries={deliveries} />
    </Section>
  );
}

function Acts({ user, acts }: { user: ManagedUser; acts: UserActs }) {
  const isOneself = useWho().id === user.id;
  if (!user.canBeActedOn) return null;
  return (
    <>
      <Button onClick={() => void acts.start('role', user)} keys="c">
        Change role
      </Button>
      {!isOneself && user.profileCount > 0 && (
        <Button onClick={() => void acts.start('hide', user)} keys="h">
          Hide profiles
        </Button>
      )}
      {user.suspension === null ? (
        <Button onClick={() => void acts.start('suspend', user)} keys="s">
          Suspend
        </Button>
      ) : (
        <Button onClick={() => void acts.start('unsuspend', user)} keys="r">
          End suspension
        </Button>
      )}
    </>
  );
}

type UserCaseProps = {
  user: ManagedUser;
  acts: UserActs;
  isLooked?: boolean;
};

export function UserCase({ user: listed, acts, isLooked = true }: UserCaseProps) {
  const { id } = listed;
  const details = useQuery(
    trpc.moderation.users.inspect.queryOptions({ id }, { enabled: isLooked }),
  );
  const inspected = details.data?.data;
  const user = inspected?.user ?? listed;
  const isOneself = useWho().id === id;
  const noting = useNoting(
    'User',
    isOneself ? undefined : { what: user.email, subject: { userId: id } },
  );
  return (
    <CaseView
      name={user.email}
      bar={
        <>
          <Acts user={user} acts={acts} />
          {!isOneself && noting.button}
        </>
      }
    >
      <Suspension suspension={user.suspension} />
      <Record user={user} />
      {inspected && <Stale query={details} />}
      {inspected && (
        <div className="mt-5 grid gap-5 border-t border-line pt-3">
          <Profiles {...inspected} />
          <Sessions user={user} sessions={inspected.sessions} />
          <Mail {...inspected} />
          {!isOneself && <AddressChanges user={user} changes={inspected.moves} />}
          {user.canBeActedOn && <PersonalData user={user} />}
        </div>
      )}
      {isLooked && <Past subject={{ userId: id }} />}
      {noting.layer}
    </CaseView>
  );
}
