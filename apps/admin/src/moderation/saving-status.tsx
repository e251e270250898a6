import { useEffect, useState } from 'react';
import { useSaving } from './saving.ts';

/** Milliseconds without an answer before the status appears. */
const patience = 5_000;

export function SavingStatus() {
  const saving = useSaving();
  const oldest = Math.min(...saving.values());
  const [lateSince, setLateSince] = useState<number>();
  useEffect(() => {
    if (!Number.isFinite(oldest)) return undefined;
    const wait = Math.max(0, oldest + patience - Date.now());
    const timer = setTimeout(() => setLateSince(oldest), wait);
    return () => clearTimeout(timer);
  }, [oldest]);
  const isLate = lateSince === oldest;
  return (
    <p
      role="status"
      data-bottom-bar={isLate || undefined}
      className={
        isLate
          ? 'rounded-md bg-warn-soft px-3 py-2 text-xs text-warn max-md:fixed max-md:inset-x-3 max-md:bottom-14 max-md:z-30'
          : 'text-xs text-muted max-md:sr-only'
      }
    >
      {saving.size > 0 && !isLate && `Saving ${saving.size}`}
      {isLate && `No answer for 5 seconds. Not saved yet: ${saving.size}.`}
    </p>
  );
}
