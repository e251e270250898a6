import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../components/menu.tsx';
import { chooseTheme, useTheme } from '../components/theme.ts';
import { useSignOut } from './use-sign-out.ts';
import { roleNames, type Who } from '../who.ts';

const themes = [
  { value: 'system', name: 'As the system', icon: Monitor },
  { value: 'light', name: 'Light', icon: Sun },
  { value: 'dark', name: 'Dark', icon: Moon },
] as const;

type AccountMenuProps = { who: Who; trigger: ReactElement; onShortcuts: () => void };

/** The account, its role, the theme and the sign-out. It opens at once: somebody has pressed the button. */
export function AccountMenu({
  who: { email, role },
  trigger,
  onShortcuts,
}: AccountMenuProps) {
  const signOut = useSignOut();
  const theme = useTheme();
  return (
    <Menu defaultOpen label="Account" trigger={trigger}>
      <div className="px-2.5 pt-2 pb-2.5">
        <p className="truncate text-sm font-medium">{email}</p>
        <p className="text-xs text-muted">{roleNames[role]}</p>
      </div>
      <MenuSeparator />
      <MenuChoice
        label="Theme"
        choices={themes}
        value={theme}
        onValueChange={chooseTheme}
      />
      <MenuSeparator />
      <MenuItem icon={Keyboard} aside={<Kbd keys="[Shift]+?" />} onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => signOut.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
