import { Menu as BaseMenu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import { choiceStyle, popupStyle } from './styles.ts';

type MenuProps = {
  trigger: ReactElement;
  label: string;
  children: ReactNode;
};

export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal render={<section aria-label={label} />}>
        <BaseMenu.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-40"
        >
          <BaseMenu.Popup
            className={clsx(popupStyle, 'min-w-60 max-w-[calc(100vw-1.5rem)] p-1')}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = {
  children: ReactNode;
  /** Shown at the end of the line, such as a shortcut. */
  aside?: ReactNode;
  onSelect: () => void;
};

export function MenuItem({ children, aside, onSelect }: MenuItemProps) {
  return (
    <BaseMenu.Item onClick={onSelect} className={choiceStyle}>
      <span className="flex-1">{children}</span>
      {aside}
    </BaseMenu.Item>
  );
}

export const MenuSeparator = () => (
  <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
);
