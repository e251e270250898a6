import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { lazily } from './lazily.tsx';

const Popover = lazily(async () => (await import('./popover.tsx')).Popover);

type FilterButtonProps = {
  /** "Show profiles". */
  title: string;
  count: number;
  /** The filters. They apply at once. */
  children: ReactNode;
};

/** Opens the filters of a list. Their code is loaded at the first press. */
export function FilterButton({ title, count, children }: FilterButtonProps) {
  const [presses, setPresses] = useState(0);
  const label = (
    <span className={count > 0 ? 'text-accent-ink' : undefined}>
      Filter
      {count > 0 && (
        <>
          {` ${count}`}
          <span className="sr-only"> set</span>
        </>
      )}
    </span>
  );
  return (
    <Popover
      title={title}
      defaultOpen
      trigger={<Button variant="quiet">{label}</Button>}
      wanted={presses}
      fallback={
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-expanded={false}
          onPointerEnter={Popover.prepare}
          onFocus={Popover.prepare}
          onClick={() => setPresses(presses + 1)}
        >
          {label}
        </Button>
      }
    >
      {children}
    </Popover>
  );
}
