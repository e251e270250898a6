import { Popover as BasePopover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import { popupStyle } from './styles.ts';

type PopoverProps = {
  title: string;
  trigger: ReactElement;
  children: ReactNode;
};

/** A few controls beside their button; not modal. */
export function Popover({ title, trigger, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          sideOffset={4}
          align="end"
          collisionPadding={12}
          className="z-40 max-w-[calc(100vw-1.5rem)]"
        >
          <BasePopover.Popup
            className={clsx(
              popupStyle,
              'flex max-h-(--available-height) w-80 max-w-full flex-col gap-3 overflow-y-auto p-4',
            )}
          >
            <BasePopover.Title className="sr-only">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
