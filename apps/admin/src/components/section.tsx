import { useId, type ReactNode } from 'react';

type SectionProps = {
  title: string;
  /** At the end of the heading's line: a count, a button. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a page with a heading. */
export function Section({ title, aside, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 rounded-xl border border-line bg-surface shadow-card"
    >
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-1.5 sm:px-5">
        <h2 id={heading} className="min-w-0 text-sm font-semibold wrap-anywhere">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A line of a section's `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3 px-4 py-2.5 sm:px-5">
      <dt className="text-[0.8125rem] text-muted">{name}</dt>
      <dd className="min-w-0 text-sm wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}

/** What a section says that has nothing to show. */
export const SectionNote = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-4 text-sm text-muted sm:px-5">{children}</p>
);
