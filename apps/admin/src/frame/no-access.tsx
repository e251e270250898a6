import { Button } from '../components/button.tsx';
import { useTitle } from '../title.ts';
import { CardPage } from './card-page.tsx';
import { useSignOut } from './use-sign-out.ts';

export function NoAccess({ email }: { email: string }) {
  useTitle('No access');
  const signOut = useSignOut();
  return (
    <CardPage>
      <h1 className="text-lg font-semibold tracking-tight">You have no access here</h1>
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
