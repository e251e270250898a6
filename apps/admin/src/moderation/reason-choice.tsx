import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, type KeyboardEvent, type RefObject } from 'react';
import { RadioCard } from '../components/radio-card.tsx';
import { pressed } from '../keyboard.ts';
import { reasonMeaning, reasonName, reasons, type Reason } from './reasons.ts';

type ReasonChoiceProps = {
  value: Reason;
  onValueChange: (reason: Reason) => void;
  /** Called when Enter says that this is it. */
  onEnter: () => void;
  chosen: RefObject<HTMLElement | null>;
};

/** One reason of the fixed list; the keys 1 to 6 choose while the focus is among them. */
export function ReasonChoice({
  value,
  onValueChange,
  onEnter,
  chosen,
}: ReasonChoiceProps) {
  const label = useId();
  const press = (event: KeyboardEvent) => {
    const key = pressed(event);
    const reason = reasons[Number(key) - 1];
    if (key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (reason !== undefined) {
      onValueChange(reason);
    }
  };
  return (
    <div>
      <p id={label} className="mb-1.5 text-[0.8125rem] font-medium text-soft">
        Reason
      </p>
      <RadioGroup
        aria-labelledby={label}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        onKeyDown={press}
        className="grid gap-2 sm:grid-cols-2"
      >
        {reasons.map((reason, index) => (
          <RadioCard
            key={reason}
            value={reason}
            radioRef={reason === value ? chosen : undefined}
          >
            <span className="min-w-0 flex-1">
              <span className="block leading-5 font-medium text-ink">
                {reasonName(reason)}
              </span>
              <span className="block text-xs text-pretty text-muted">
                {reasonMeaning(reason)}
              </span>
            </span>
            <kbd
              aria-hidden
              className="font-sans text-xs text-muted tabular-nums pointer-coarse:hidden"
            >
              {index + 1}
            </kbd>
          </RadioCard>
        ))}
      </RadioGroup>
    </div>
  );
}
