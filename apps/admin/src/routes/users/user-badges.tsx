import { Badge } from '../../components/badge.tsx';
import { roleNames } from '../../who.ts';
import { effectiveRole, type ManagedUser } from './vocabulary.ts';

/** Badges for a role, a suspension and duplicate identities. */
export function UserBadges({ user }: { user: ManagedUser }) {
  const role = effectiveRole(user);
  return (
    <>
      {role !== 'user' && <Badge tone="accent">{roleNames[role]}</Badge>}
      {user.suspension && <Badge tone="bad">Suspended</Badge>}
      {user.duplicateIdentities.length > 0 && (
        <Badge tone="warn">Shares an identity</Badge>
      )}
    </>
  );
}
