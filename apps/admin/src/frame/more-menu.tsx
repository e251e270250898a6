import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { Menu, MenuItem, MenuSeparator } from '../components/menu.tsx';
import { roleNames, type Who } from '../who.ts';
import type { PageLink } from './pages.ts';
import { useSignOut } from './use-sign-out.ts';

type MoreMenuProps = {
  who: Who;
  /** Those that have no link of their own beside the menu. */
  pages: readonly PageLink[];
  trigger: ReactElement;
  onPalette: () => void;
  onShortcuts: () => void;
};

export function MoreMenu(props: MoreMenuProps) {
  const { who, pages, trigger, onPalette, onShortcuts } = props;
  const { role } = who;
  const navigate = useNavigate();
  const signOut = useSignOut();
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
