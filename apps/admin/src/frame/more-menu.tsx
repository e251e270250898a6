import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactElement } from 'react';
import { Kbd } from '../components/kbd.tsx';
import { choiceStyle, popupStyle } from '../components/styles.ts';
import { roleNames, type Who } from '../who.ts';
import type { PageLink } from './pages.ts';
import { useSignOut } from './use-sign-out.ts';

type ItemProps = { name: string; keys?: string; onSelect: () => void };

const Item = ({ name, keys, onSelect }: ItemProps) => (
  <Menu.Item onClick={onSelect} className={choiceStyle}>
    <span className="flex-1">{name}</span>
    {keys !== undefined && <Kbd keys={keys} />}
  </Menu.Item>
);

const separator = <Menu.Separator className="-mx-1 my-1 h-px bg-line" />;

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
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal render={<section aria-label="More" />}>
        <Menu.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-40"
        >
          <Menu.Popup
            className={clsx(popupStyle, 'min-w-60 max-w-[calc(100vw-1.5rem)] p-1')}
          >
            {pages.map(({ to, name, keys }) => (
              <Item
                key={to}
                name={name}
                keys={keys}
                onSelect={() => void navigate({ to })}
              />
            ))}
            {separator}
            <Item name="Find anything" keys="$mod+k" onSelect={onPalette} />
            <Item name="Keyboard shortcuts" keys="?" onSelect={onShortcuts} />
            {separator}
            <div className="px-2.5 pt-1.5 pb-1">
              <p className="truncate font-medium">{who.email}</p>
              <p className="text-xs text-muted">{roleNames[who.role]}</p>
            </div>
            <Item name="Sign out" onSelect={() => signOut.mutate()} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
