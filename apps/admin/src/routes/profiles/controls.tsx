import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { selectStyle } from '../../components/select-style.ts';
import { FilterLabel } from './filter-label.tsx';
import type { Wanted } from './list-controls.tsx';
import type { ProfilesSearch } from './search.ts';
import { sorts } from './sorts.ts';

const load = () => import('./list-controls.tsx');

const prepare = () => {
  // Where it fails it is loaded again when it is needed.
  load().catch(() => undefined);
};

const ListControls = lazy(async () => ({ default: (await load()).ListControls }));

export type ControlsProps = {
  search: ProfilesSearch;
  /** How many filters are set. */
  count: number;
  onChange: (search: ProfilesSearch) => void;
};

/** The looks of the filters and the order, which bring the rest when they are pressed. */
function Promised({ search, count, onWant }: ControlsProps & { onWant: (what: Wanted) => void }) {
  const order = sorts.find(({ value }) => value === (search.sort ?? 'newest'));
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={false}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onWant('filter')}
        className="h-9"
      >
        <FilterLabel count={count} />
      </Button>
      <button
        type="button"
        aria-haspopup="listbox"
        aria-expanded={false}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onWant('order')}
        className={clsx(selectStyle, 'max-sm:flex-1 sm:ml-auto')}
      >
        <span className="sr-only">Order: </span>
        {order?.label}
        <ChevronDown aria-hidden size={16} className="text-muted" />
      </button>
    </>
  );
}

/** What the list can be narrowed to and ordered by. Whoever presses neither does not wait for what they are made of. */
export function Controls(props: ControlsProps) {
  const [wanted, setWanted] = useState<Wanted>();
  const promised = <Promised {...props} onWant={setWanted} />;
  return wanted === undefined ? (
    promised
  ) : (
    <Suspense fallback={promised}>
      <ListControls {...props} wanted={wanted} />
    </Suspense>
  );
}
