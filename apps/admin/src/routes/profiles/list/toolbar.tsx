import { useRef } from 'react';
import { Chips } from '../../../components/chips.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { useShortcut } from '../../../keyboard.ts';
import { given } from '../../../address.ts';
import { Controls } from './controls.tsx';
import { chipsOf } from './filter-chips.ts';
import {
  hintOf,
  searchHelp,
  type ProfilesSearch,
} from '../../../moderation/profiles/search.ts';

type ToolbarProps = {
  search: ProfilesSearch;
  onChange: (search: ProfilesSearch) => void;
  /** Called when one goes from the search to what it found. */
  onLeave: () => void;
};

export function Toolbar({ search, onChange, onLeave }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcut({
    keys: '[Shift]+/',
    label: 'Search',
    group: 'Profiles',
    run: () => field.current?.select(),
  });
  const { text = '' } = search;
  const chips = chipsOf(search, onChange);
  return (
    <div role="search" aria-label="Profiles" className="mt-4 flex flex-col gap-2.5">
      <div className="flex flex-wrap gap-2">
        <div className="flex basis-full sm:basis-80 sm:grow md:max-w-xl">
          <SearchField
            inputRef={field}
            label="Search profiles"
            placeholder="Words, “a phrase”, -word, domain:, owner:"
            description={searchHelp}
            hint={hintOf(text)}
            value={text}
            onSearch={(next) => onChange(given({ ...search, text: next || undefined }))}
            onLeave={onLeave}
          />
        </div>
        <Controls search={search} count={chips.length} onChange={onChange} />
      </div>
      {chips.length > 0 && <Chips label="Filters" chips={chips} />}
    </div>
  );
}
