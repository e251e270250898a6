import { useId, type ReactNode } from 'react';

/** A part of a profile's page with a heading. */
export function Card({
  title,
  aside,
  children,
  flush = false,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  /** Without space between the content and the card's edges. */
  flush?: boolean;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <div className="flex min-h-12 items-center justify-between gap-3 px-5 pt-3 pb-1">
        <h2 id={heading} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className={flush ? '' : 'px-5 pb-5'}>{children}</div>
    </section>
  );
}
