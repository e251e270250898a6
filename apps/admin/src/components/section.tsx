import { clsx } from 'clsx';
import { createContext, use, useId, type ReactNode } from 'react';
import { When } from './date-time.tsx';

/** The level of the next heading: `h1` until the page has one. */
export const Level = createContext<'h1' | 'h2' | 'h3'>('h1');

type SectionProps = {
  title: string;
  isRuled?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

export function Section({ title, isRuled = false, aside, children }: SectionProps) {
  const heading = useId();
  const Heading = use(Level);
  return (
    <section
      aria-labelledby={heading}
      className={clsx('min-w-0', isRuled && 'mt-5 border-t border-line pt-3')}
    >
      <div className="flex min-h-7 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <Heading
          id={heading}
          className="min-w-0 text-xs font-normal wrap-anywhere text-muted"
        >
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 py-0.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}

type TimeFactProps = { name: string; at: string | null };

/** Without a time it shows nothing. */
export const TimeFact = ({ name, at }: TimeFactProps) =>
  at !== null && (
    <Fact name={name}>
      <When at={at} />
    </Fact>
  );
