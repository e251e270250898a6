import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { useShortcut } from '../../keyboard.ts';
import { dayOf, given } from '../../address.ts';
import { reasonName, reasons } from '../../moderation/reasons.ts';
import { useWho } from '../../who.ts';
import type { HistorySearch } from './search.ts';
import {
  eventTypes,
  profileEventTypes,
  wordings,
} from '../../moderation/history/vocabulary.ts';

const any = { value: 'any', label: 'Anything' } as const;

const typeChoices = (isAdmin: boolean) => [
  any,
  ...(isAdmin ? eventTypes : profileEventTypes).map((type) => ({
    value: type,
    label: wordings[type].name,
  })),
];

const reasonChoices = [
  { value: 'any', label: 'Any' } as const,
  ...reasons.map((reason) => ({ value: reason, label: reasonName(reason) })),
];

type ToolbarProps = {
  id: string;
  /** Whether it shows on a phone, where it takes much of the screen. */
  isOpen: boolean;
  search: HistorySearch;
  onChange: (search: HistorySearch) => void;
};

type Changes = {
  change: (part: {
    [Key in keyof HistorySearch]: HistorySearch[Key] | undefined;
  }) => void;
};

function Days({ search, change }: Pick<ToolbarProps, 'search'> & Changes) {
  return (
    <div role="group" aria-label="Days" className="flex gap-2 max-md:w-full">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="max-md:min-w-0 max-md:flex-1">
          <Field label={end === 'from' ? 'From' : 'To'}>
            <Input
              size="small"
              type="date"
              value={search[end] ?? ''}
              onValueChange={(day) => change({ [end]: dayOf(day) })}
            />
          </Field>
        </div>
      ))}
    </div>
  );
}

/** A search field with its name above it, as the other filters have theirs. */
const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-40 flex-1 flex-col gap-1.5 max-md:min-w-full">
    <span aria-hidden className="text-[0.8125rem] font-medium text-soft">
      {name}
    </span>
    {children}
  </div>
);

export function Toolbar({ id, isOpen, search, onChange }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null);
  const isAdmin = useWho().role === 'admin';
  const change: Changes['change'] = (part) => onChange(given({ ...search, ...part }));
  useShortcut({ keys: '[Shift]+/', label: 'Search', run: () => field.current?.focus() });
  return (
    <div
      id={id}
      role="search"
      className={clsx('mt-4 flex flex-wrap items-end gap-2', !isOpen && 'max-md:hidden')}
    >
      <Named name="Profile">
        <SearchField
          inputRef={field}
          label="Profile"
          placeholder="Its whole username"
          maxLength={64}
          value={search.profile ?? ''}
          onSearch={(profile) => change({ profile: profile || undefined })}
        />
      </Named>
      <Named name="By whom">
        <SearchField
          label="By whom"
          placeholder="A part of their address"
          maxLength={254}
          value={search.who ?? ''}
          onSearch={(who) => change({ who: who || undefined })}
        />
      </Named>
      <Select
        label="What was done"
        showLabel
        choices={typeChoices(isAdmin)}
        value={search.type ?? 'any'}
        onValueChange={(type) => change({ type: type === 'any' ? undefined : type })}
        className="max-md:flex-1"
      />
      <Select
        label="Reason"
        showLabel
        choices={reasonChoices}
        value={search.reason ?? 'any'}
        onValueChange={(reason) =>
          change({ reason: reason === 'any' ? undefined : reason })
        }
        className="max-md:flex-1"
      />
      <Days search={search} change={change} />
    </div>
  );
}
