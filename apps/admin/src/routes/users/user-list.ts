import { counted } from '../../components/count.ts';
import { shortAge } from '../../components/date-time.tsx';
import { type RowState, statesIn } from '../../components/state-list.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import { effectiveRole, type ManagedUser } from '../../moderation/users/vocabulary.ts';
import { roleNames } from '../../who.ts';

function statesOf(user: ManagedUser): RowState[] {
  const role = effectiveRole(user);
  return statesIn([
    role !== 'user' && { tone: 'accent', word: roleNames[role] },
    user.suspension !== null && { tone: 'bad', word: 'Suspended' },
    user.duplicateIdentities.length > 0 && { tone: 'warn', word: 'Shares an identity' },
  ]);
}

export const UserList = moderationList<ManagedUser>({
  title: 'Users',
  one: 'user',
  columns: ['User', 'Record', 'Last seen', 'Joined'],
  useWords: (user) => {
    const { id, email, username, profileCount, lastSeenAt, createdAt, suspension } = user;
    const profiles = profileCount > 0 ? counted(profileCount, 'profile') : null;
    return {
      name: email,
      address: `users/${id}`,
      states: statesOf(user),
      text: [username, profiles].filter((part) => part !== null).join(' · '),
      detail: lastSeenAt === null ? undefined : `Seen: ${shortAge(lastSeenAt)}`,
      at: createdAt,
      isFaded: suspension !== null,
    };
  },
});
