import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { reasonOf } from '../../failure.ts';
import { CasePage } from '../../frame/page.tsx';
import { Loaded } from '../../frame/states.tsx';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import type { ManagedUser } from '../../moderation/users/vocabulary.ts';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { useUserActs } from './use-user-acts.tsx';
import { UserCase } from './user-case.tsx';

const route = getRouteApi('/users/$id');

function NoSuchUser() {
  useTitle('No such user');
  return (
    <Notice
      title="There is no such user"
      actions={
        <Link to="/users" className={buttonStyle()}>
          Go to users
        </Link>
      }
    >
      The account may be erased, or the link is wrong.
    </Notice>
  );
}

function Shown({ user }: { user: ManagedUser }) {
  useTitle(user.email);
  const chosen = useCallback(async () => [user], [user]);
  const acts = useUserActs({ chosen, only: user, isAny: true });
  return (
    <>
      <UserCase user={user} acts={acts} />
      {acts.layer}
    </>
  );
}

export function UserPage() {
  const { id } = route.useParams();
  const inspected = useQuery(trpc.moderation.users.inspect.queryOptions({ id }));
  const reason = inspected.error ? reasonOf(inspected.error) : undefined;
  useUndoKeys();
  if (reason === 'USER_NOT_FOUND' || reason === 'INPUT_INVALID') {
    return <NoSuchUser />;
  }
  return (
    <CasePage back="Users" to="/users">
      <Loaded query={inspected} what="the user">
        {({ data }) => <Shown key={data.user.id} user={data.user} />}
      </Loaded>
    </CasePage>
  );
}
