import { Search, X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { pressed, useShortcut } from '../keyboard.ts';
import { fieldStyle } from './styles.ts';
import { useDebouncedText } from './use-debounced-text.ts';

export type SearchFieldProps = {
  /** The label and placeholder: "Search profiles". */
  label: string;
  value: string;
  onSearch: (text: string) => void;
  onLeave: () => void;
  maxLength?: number;
  /** Help about the search. It would cover results, so it shows while the field is empty. */
  help?: string | undefined;
};

/**
 * Searches while typing. `/` moves the focus here. Escape clears the text, then
 * leaves.
 */
export function SearchField({
  label,
  value,
  onSearch,
  onLeave,
  maxLength = 200,
  help,
}: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { typed, type, passOn, clear } = useDebouncedText(value, onSearch);
  useShortcut({ keys: '/', label, run: () => field.current?.select() });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressed(event);
    if (key === 'Escape') {
      event.preventDefault();
      if (typed === '') {
        event.currentTarget.blur();
      } else {
        clear();
      }
    } else if (key === 'Enter' || key === 'ArrowDown') {
      event.preventDefault();
      passOn();
      onLeave();
    }
  };
  return (
    <div className="group/search relative min-w-0 flex-1">
      <Search
        aria-hidden
        size={14}
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-description={help}
        placeholder={label}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        maxLength={maxLength}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        className={`${fieldStyle} h-7 px-7 text-ellipsis pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden`}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            clear();
            field.current?.focus();
          }}
          className="absolute top-1/2 right-0.5 grid size-6 -translate-y-1/2 place-items-center rounded-md text-muted hover:text-ink pointer-coarse:size-11"
        >
          <X aria-hidden size={14} />
        </button>
      )}
      {help !== undefined && typed === '' && (
        <p className="pointer-events-none absolute top-full right-0 z-30 mt-1 hidden w-80 max-w-full min-w-full rounded-md bg-raised px-3 py-2 text-xs text-pretty text-muted shadow-float group-focus-within/search:block">
          {help}
        </p>
      )}
    </div>
  );
}
