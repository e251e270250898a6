import { ChevronDown, LogOut } from 'lucide-react';
import { Avatar } from '../components/avatar.tsx';
import { Menu, MenuHeading, MenuItem } from '../components/menu.tsx';
import { useSignOut } from './use-sign-out.ts';

const roleNames = { moderator: 'Moderator', admin: 'Admin' } as const;

type AccountMenuProps = { email: string; role: keyof typeof roleNames };

/** Who is signed in, and the way out. */
export function AccountMenu({ email, role }: AccountMenuProps) {
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account: ${email}`}
          className="flex h-10 items-center gap-2 rounded-full pr-2 pl-1 text-muted transition-colors hover:bg-sunken hover:text-ink data-popup-open:bg-sunken pointer-coarse:h-11"
        >
          <Avatar name={email} size="small" />
          <ChevronDown aria-hidden size={16} />
        </button>
      }
    >
      <MenuHeading>
        <span className="block text-xs text-muted">{roleNames[role]}</span>
        <span className="block max-w-64 truncate text-sm font-medium text-ink">{email}</span>
      </MenuHeading>
      <MenuItem icon={<LogOut aria-hidden size={16} />} onSelect={() => signOut.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
