import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Popover } from './popover.tsx';

type FilterButtonProps = {
  /** "Show profiles". */
  title: string;
  count: number;
  /** The filters. They apply at once. */
  children: ReactNode;
};

export const FilterButton = ({ title, count, children }: FilterButtonProps) => (
  <Popover
    title={title}
    trigger={
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
  >
    {children}
  </Popover>
);
