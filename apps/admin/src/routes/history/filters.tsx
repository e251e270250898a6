import { given } from '../../address.ts';
import { DayRange } from '../../components/day-range.tsx';
import { FilterButton } from '../../components/filter-button.tsx';
import { filtersOf, FilterSelect } from '../../components/filter-fields.tsx';
import {
  eventTypes,
  profileEventTypes,
  wordingOf,
} from '../../moderation/history/vocabulary.ts';
import { erasureReasons, reasonName } from '../../moderation/reasons.ts';
import { useWho } from '../../who.ts';
import type { HistorySearch } from './search.ts';

const reasonChoices = erasureReasons.map((value) => ({
  value,
  label: reasonName(value),
}));

type FiltersProps = {
  search: HistorySearch;
  onChange: (search: HistorySearch) => void;
};

export function Filters({ search, onChange }: FiltersProps) {
  const isAdmin = useWho().role === 'admin';
  const of = filtersOf(search, onChange);
  const { type, reason, from, to } = search;
  const count = [type, reason, from ?? to].filter(Boolean).length;
  const types = isAdmin ? eventTypes : profileEventTypes;
  return (
    <FilterButton title="Show actions" count={count}>
      <FilterSelect
        label="Action"
        unset="Any"
        choices={types.map((value) => ({ value, label: wordingOf(value).name }))}
        {...of('type')}
      />
      <FilterSelect
        label="Reason"
        unset="Any"
        choices={reasonChoices}
        {...of('reason')}
      />
      <DayRange
        label="Days"
        from={from}
        to={to}
        onChange={(days) => onChange(given({ ...search, ...days }))}
      />
    </FilterButton>
  );
}
