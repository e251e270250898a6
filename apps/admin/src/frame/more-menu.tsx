import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { Menu, MenuItem, MenuSeparator } from '../components/menu.tsx';
import { useMedia } from '../components/layout.ts';
import { roleNames, type TeamRole, type Who } from '../who.ts';
import { inMore, notOnPhone, type PageLink } from './pages.ts';
import { useSignOut } from './use-sign-out.ts';

type MoreMenuProps = {
  who: Who;
  trigger: ReactElement;
  onPalette: () => void;
  onShortcuts: () => void;
};

/** The pages that have no link of their own beside the menu. */
export function usePagesInMore(role: TeamRole): readonly PageLink[] {
  const isPhone = useMedia('(max-width: 47.99rem)');
  return isPhone && role === 'admin' ? [notOnPhone, ...inMore[role]] : inMore[role];
}

export function MoreMenu(props: MoreMenuProps) {
  const { who, trigger, onPalette, onShortcuts } = props;
  const { role } = who;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const pages = usePagesInMore(role);
  return (
    <Menu label="More" trigger={trigger}>
      {pages.map(({ to, name, keys }) => (
        <MenuItem
          key={to}
          aside={<Kbd keys={keys} />}
          onSelect={() => void navigate({ to })}
        >
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem aside={<Kbd keys="$mod+k" />} onSelect={onPalette}>
        Find anything
      </MenuItem>
      <MenuItem aside={<Kbd keys="?" />} onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <div className="px-2.5 pt-1.5 pb-1">
        <p className="truncate font-medium">{who.email}</p>
        <p className="text-xs text-muted">{roleNames[role]}</p>
      </div>
      <MenuItem onSelect={() => signOut.mutate()}>Sign out</MenuItem>
    </Menu>
  );
}
