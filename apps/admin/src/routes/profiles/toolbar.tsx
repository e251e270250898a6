import { useRef } from 'react';
import { Chips } from '../../components/chips.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { given } from '../address.ts';
import { chipsOf } from './filter-chips.ts';
import { Filters } from './filters.tsx';
import type { ProfilesSearch } from './search.ts';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;

type ToolbarProps = {
  search: ProfilesSearch;
  onChange: (search: ProfilesSearch) => void;
  /** Told when one goes from the search to what it found. */
  onLeave: () => void;
};

/** What the list is narrowed to and ordered by. */
export function Toolbar({ search, onChange, onLeave }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut({
    keys: '/',
    label: 'Search',
    group: 'Profiles',
    run: () => field.current?.select(),
  });
  const { text = '', sort = 'newest' } = search;
  const chips = chipsOf(search, onChange);
  return (
    <div role="search" aria-label="Profiles" className="mt-4 flex flex-col gap-2.5">
      <div className="flex flex-wrap gap-2">
        <div className="flex basis-full sm:basis-80 sm:grow md:max-w-xl">
          <SearchField
            inputRef={field}
            label="Search profiles"
            placeholder="Username, about, link, referral, owner’s address"
            value={text}
            onSearch={(next) => onChange(given({ ...search, text: next || undefined }))}
            onLeave={onLeave}
          />
        </div>
        <Filters search={search} count={chips.length} onChange={onChange} />
        <Select
          label="Order"
          choices={sorts}
          value={sort}
          onValueChange={(next) =>
            onChange(given({ ...search, sort: next === 'newest' ? undefined : next }))
          }
          className="max-sm:flex-1 sm:ml-auto"
        />
      </div>
      {chips.length > 0 && <Chips label="Filters" chips={chips} />}
    </div>
  );
}
