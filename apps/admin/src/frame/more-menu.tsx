import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/menu.tsx';
import { useMedia } from '../components/layout.ts';
import { chooseTheme, useTheme } from '../components/theme.ts';
import { roleNames, type Who } from '../who.ts';
import { inMore, notOnPhone } from './pages.ts';
import { useSignOut } from './use-sign-out.ts';

const themes = [
  { value: 'system', name: 'As the system' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const;

type MoreMenuProps = {
  who: Who;
  trigger: ReactElement;
  onPalette: () => void;
  onShortcuts: () => void;
};

export function MoreMenu(props: MoreMenuProps) {
  const { who, trigger, onPalette, onShortcuts } = props;
  const { role } = who;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const theme = useTheme();
  const isPhone = useMedia('(max-width: 47.99rem)');
  const pages = isPhone && role === 'admin' ? [notOnPhone] : [];
  return (
    <Menu label="More" trigger={trigger}>
      {[...pages, ...inMore[role]].map(({ to, name, keys }) => (
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
      <MenuItem aside={<Kbd keys="[Shift]+?" />} onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label="Theme"
        choices={themes}
        value={theme}
        onValueChange={chooseTheme}
      />
      <MenuSeparator />
      <div className="px-2.5 pt-1.5 pb-1">
        <p className="truncate font-medium">{who.email}</p>
        <p className="text-xs text-muted">{roleNames[role]}</p>
      </div>
      <MenuItem onSelect={() => signOut.mutate()}>Sign out</MenuItem>
    </Menu>
  );
}
