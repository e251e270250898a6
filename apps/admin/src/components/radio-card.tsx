import { Radio } from '@base-ui/react/radio';
import type { ReactNode, Ref } from 'react';

type RadioCardProps = {
  value: string;
  /** The radio button itself. */
  radioRef?: Ref<HTMLElement> | undefined;
  children: ReactNode;
};

/** One choice of a `RadioGroup`. */
export const RadioCard = ({ value, radioRef, children }: RadioCardProps) => (
  <label className="flex min-h-11 items-center gap-3 rounded-lg border border-line-strong px-3 py-2 transition-colors hover:bg-sunken has-data-checked:border-accent has-data-checked:bg-accent-soft">
    <Radio.Root
      value={value}
      {...(radioRef && { ref: radioRef })}
      className="grid size-4.5 shrink-0 place-items-center rounded-full border border-outline bg-surface data-checked:border-accent data-checked:bg-accent"
    >
      <Radio.Indicator className="size-2 rounded-full bg-on-accent data-unchecked:hidden" />
    </Radio.Root>
    {children}
  </label>
);
