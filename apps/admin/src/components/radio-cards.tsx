import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { digitOf } from '../keyboard.ts';

type RadioCardsProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; name: ReactNode; meaning?: string }[];
  /** Undefined: none is chosen yet. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
};

/**
 * Radio buttons, one line for each choice. While the group has the focus, number
 * keys choose too.
 */
export function RadioCards<Value extends string>({
  label,
  choices,
  value,
  onValueChange,
}: RadioCardsProps<Value>) {
  const group = useId();
  const press = (event: KeyboardEvent) => {
    const choice = choices[(digitOf(event) ?? 0) - 1];
    if (choice) onValueChange(choice.value);
  };
  return (
    <fieldset onKeyDown={press}>
      <legend className="mb-1 text-xs text-muted">{label}</legend>
      <div className="-mx-2">
        {choices.map(({ value: choice, name, meaning }, index) => (
          <label
            key={choice}
            className="flex min-h-8 items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken has-checked:bg-highlight pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={group}
              value={choice}
              checked={choice === value}
              onChange={() => onValueChange(choice)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1">
              {name}
              {meaning !== undefined && (
                <span className="ml-2 text-xs text-muted">{meaning}</span>
              )}
            </span>
            <kbd
              aria-hidden
              className="font-sans text-xs text-muted pointer-coarse:hidden"
            >
              {index + 1}
            </kbd>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
