import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-soft',
  accent: 'bg-accent-soft text-accent-ink',
} as const;

type BadgeProps = { tone: keyof typeof tones; children: ReactNode };

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        // High contrast shows the border.
        'inline-flex items-center gap-1.5 rounded-full border border-transparent px-2 py-px text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {/* A border alone, which high contrast paints; a background it does not. */}
      <span aria-hidden className="shrink-0 rounded-full border-3 border-current" />
      {children}
    </span>
  );
}
