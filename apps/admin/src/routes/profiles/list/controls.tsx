import { ListFilter } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { given } from '../../../address.ts';
import { Button } from '../../../components/button.tsx';
import { lazily } from '../../../components/lazily.tsx';
import { Select } from '../../../components/select.tsx';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';

const Filters = lazily<FiltersProps>(async () => (await import('./filters.tsx')).Filters);

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;

type ControlsProps = {
  search: ProfilesSearch;
  count: number;
  onChange: (search: ProfilesSearch) => void;
};

export type FiltersProps = Omit<ControlsProps, 'count'> & { trigger: ReactElement };

function FilterLabel({ count }: Pick<ControlsProps, 'count'>) {
  return (
    <>
      <ListFilter aria-hidden size={16} />
      <span>Filter</span>
      {count > 0 && (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
          {count}
          <span className="sr-only"> set</span>
        </span>
      )}
    </>
  );
}

/** Filters and order of the list. The filters are loaded, and open, when their button is pressed. */
export function Controls({ search, count, onChange }: ControlsProps) {
  const [presses, setPresses] = useState(0);
  const label = <FilterLabel count={count} />;
  return (
    <>
      <Filters
        search={search}
        onChange={onChange}
        trigger={<Button className="h-9">{label}</Button>}
        wanted={presses}
        fallback={
          <Button
            aria-haspopup="dialog"
            aria-expanded={false}
            onPointerEnter={Filters.prepare}
            onFocus={Filters.prepare}
            onClick={() => setPresses(presses + 1)}
            className="h-9"
          >
            {label}
          </Button>
        }
      />
      <Select
        label="Order"
        choices={sorts}
        value={search.sort ?? 'newest'}
        onValueChange={(next) =>
          onChange(given({ ...search, sort: next === 'newest' ? undefined : next }))
        }
        className="max-sm:flex-1 sm:ml-auto"
      />
    </>
  );
}
