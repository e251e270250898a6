import { Button } from '../components/button.tsx';
import { useTitle } from '../title.ts';
import type { TeamRole } from '../who.ts';
import { CardPage } from './card-page.tsx';
import { useSignOut } from './use-sign-out.ts';

const nouns: Readonly<Record<TeamRole, string>> = {
  moderator: 'a moderator',
  admin: 'an admin',
};

/** @param lostRole the role that was removed during this visit */
export function NoAccess({
  email,
  lostRole,
}: {
  email: string;
  lostRole: TeamRole | undefined;
}) {
  useTitle('No access');
  const signOut = useSignOut();
  return (
    <CardPage>
      <h1 className="text-lg font-semibold tracking-tight">
        {lostRole === undefined
          ? 'You have no access here'
          : `You are no longer ${nouns[lostRole]}`}
      </h1>
      <p className="mt-2 text-pretty text-muted">
        You are signed in as{' '}
        <strong className="font-medium wrap-anywhere text-soft">{email}</strong>, and this
        app is for moderators and admins. If you should be one, ask an admin to give you
        the role.
      </p>
      <Button
        size="medium"
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
        className="mt-6 w-full"
      >
        Sign out
      </Button>
    </CardPage>
  );
}
