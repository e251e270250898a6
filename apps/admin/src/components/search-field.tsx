import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { pressed } from '../keyboard.ts';
import { useDebouncedText } from './use-debounced-text.ts';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  /** Called when Enter or the arrow down leaves the field for the results. */
  onLeave?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  maxLength?: number;
  /** For screen readers: what can be looked for. */
  description?: string;
  /** Shows below: what is made of the text. */
  hint?: string | undefined;
};

/** Searches while one types. Escape clears the text, then leaves the field. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
  onLeave,
  inputRef,
  maxLength = 200,
  description,
  hint,
}: SearchFieldProps) {
  const { typed, type, passOn, clear } = useDebouncedText(value, onSearch);
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
      onLeave?.();
    }
  };
  return (
    <div className="min-w-0 flex-1">
      <div className="relative">
        <Search
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          {...(inputRef && { ref: inputRef })}
          type="search"
          aria-label={label}
          aria-description={description}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          maxLength={maxLength}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          // 16 pixels: below that a phone zooms in on the field.
          className="h-9 w-full rounded-lg border border-outline bg-surface pr-9 pl-9 text-base text-ellipsis text-ink shadow-card transition-colors placeholder:text-muted hover:border-ink/60 focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus sm:text-sm pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={clear}
            className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <X aria-hidden size={15} />
          </button>
        )}
      </div>
      {hint !== undefined && (
        <p role="status" className="mt-1.5 text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
