import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
};

/** A menu under a button. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-40">
          <BaseMenu.Popup className="min-w-56 origin-(--transform-origin) rounded-xl border border-line bg-raised p-1 shadow-float outline-none transition-[opacity,scale] duration-100 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** What a menu says before its items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5">
        {children}
      </BaseMenu.GroupLabel>
    </BaseMenu.Group>
  );
}

type MenuItemProps = { icon: ReactNode; onSelect: () => void; children: ReactNode };

export function MenuItem({ icon, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      onClick={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm text-soft outline-none data-highlighted:bg-sunken data-highlighted:text-ink pointer-coarse:h-11"
    >
      <span className="text-muted">{icon}</span>
      {children}
    </BaseMenu.Item>
  );
}
