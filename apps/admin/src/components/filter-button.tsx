import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { popupStyle } from './styles.ts';

type FilterButtonProps = {
  /** "Show profiles". */
  title: string;
  count: number;
  children: ReactNode;
};

export const FilterButton = ({ title, count, children }: FilterButtonProps) => (
  <Popover.Root>
    <Popover.Trigger
      render={
        <Button variant="quiet">
          <span className={count > 0 ? 'text-accent-ink' : undefined}>
            Filter
            {count > 0 && (
              <>
                {` ${count}`}
                <span className="sr-only"> set</span>
              </>
            )}
          </span>
        </Button>
      }
    />
    <Popover.Portal>
      <Popover.Positioner
        sideOffset={4}
        align="end"
        collisionPadding={12}
        className="z-40 max-w-[calc(100vw-1.5rem)]"
      >
        <Popover.Popup
          className={clsx(
            popupStyle,
            'flex max-h-(--available-height) w-80 max-w-full flex-col gap-3 overflow-y-auto p-4',
          )}
        >
          <Popover.Title className="sr-only">{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);
