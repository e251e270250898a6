import { LogOut } from 'lucide-react';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { useSignOut } from './use-sign-out.ts';

const roleNames = { moderator: 'Moderator', admin: 'Admin' } as const;

type AccountProps = { email: string; role: keyof typeof roleNames };

/** Who is signed in, as what, and the way out. */
export function Account({ email, role }: AccountProps) {
  const signOut = useSignOut();
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={email} size="small" />
      <p className="min-w-0 leading-4 max-sm:sr-only">
        <span className="block max-w-56 truncate text-[0.8125rem] font-medium text-ink">
          {email}
        </span>
        <span className="block text-xs text-muted">{roleNames[role]}</span>
      </p>
      <Button
        variant="quiet"
        size="icon"
        busy={signOut.isPending}
        aria-label="Sign out"
        title="Sign out"
        onClick={() => signOut.mutate()}
        className="-mr-2"
      >
        <LogOut aria-hidden size={17} />
      </Button>
    </div>
  );
}
