import { memo } from 'react';
import { shortAge } from '../../components/date-time.tsx';
import { RowCells, type RowProps, type RowState } from '../../components/list/row.tsx';
import {
  effectiveRole,
  profilesInWords,
  type ManagedUser,
} from '../../moderation/users/vocabulary.ts';
import { roleNames } from '../../who.ts';

/** A user's badges: a role of the team, and anything unusual. */
export function statesOf(user: ManagedUser): RowState[] {
  const role = effectiveRole(user);
  const states: (RowState | false)[] = [
    role !== 'user' && { tone: 'accent', word: roleNames[role] },
    user.suspension !== null && { tone: 'bad', word: 'Suspended' },
    user.duplicateIdentities.length > 0 && { tone: 'warn', word: 'Shares an identity' },
  ];
  return states.filter((state) => state !== false);
}

/** Memoised: changes of other rows cause no redraw. */
export const UserRow = memo(function UserRow({
  user,
  ...row
}: RowProps & { user: ManagedUser }) {
  const { id, email, username, profileCount, lastSeenAt, createdAt, suspension } = user;
  const words = [...(username === null ? [] : [username]), profilesInWords(profileCount)];
  return (
    <RowCells
      {...row}
      words={{
        name: email,
        address: `users/${id}`,
        states: statesOf(user),
        text: words.join(' · '),
        detail: lastSeenAt === null ? 'Never seen' : `Seen: ${shortAge(lastSeenAt)}`,
        at: createdAt,
        isFaded: suspension !== null,
      }}
    />
  );
});
