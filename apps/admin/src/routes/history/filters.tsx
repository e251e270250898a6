import { given } from '../../address.ts';
import { DayRange } from '../../components/day-range.tsx';
import { Field } from '../../components/field.tsx';
import { FilterButton } from '../../components/filter-button.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import {
  eventTypes,
  profileEventTypes,
  wordings,
} from '../../moderation/history/vocabulary.ts';
import { reasonName, reasons } from '../../moderation/reasons.ts';
import { useWho } from '../../who.ts';
import type { HistorySearch } from './search.ts';

const any = { value: 'any', label: 'Any' } as const;

const typeChoices = (isAdmin: boolean) => [
  any,
  ...(isAdmin ? eventTypes : profileEventTypes).map((type) => ({
    value: type,
    label: wordings[type].name,
  })),
];

const reasonChoices = [
  any,
  ...reasons.map((reason) => ({ value: reason, label: reasonName(reason) })),
];

type FiltersProps = {
  search: HistorySearch;
  onChange: (search: HistorySearch) => void;
};

/** What the history is narrowed to, besides the profile. */
export function Filters({ search, onChange }: FiltersProps) {
  const isAdmin = useWho().role === 'admin';
  const change = (part: {
    [Key in keyof HistorySearch]: HistorySearch[Key] | undefined;
  }) => onChange(given({ ...search, ...part }));
  const moderator = useDebouncedText(search.who ?? '', (who) =>
    change({ who: who || undefined }),
  );
  const { type, reason, who, from, to } = search;
  const count = [type, reason, who, from ?? to].filter(Boolean).length;
  return (
    <FilterButton title="Show actions" count={count}>
      <Field label="Moderator" hint="A part of the address.">
        <Input
          value={moderator.typed}
          onValueChange={moderator.type}
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Select
        label="Action"
        showLabel
        choices={typeChoices(isAdmin)}
        value={type ?? 'any'}
        onValueChange={(chosen) =>
          change({ type: chosen === 'any' ? undefined : chosen })
        }
      />
      <Select
        label="Reason"
        showLabel
        choices={reasonChoices}
        value={reason ?? 'any'}
        onValueChange={(chosen) =>
          change({ reason: chosen === 'any' ? undefined : chosen })
        }
      />
      <DayRange label="When" from={from} to={to} onChange={change} />
    </FilterButton>
  );
}
