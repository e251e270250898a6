import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  neutral: 'text-muted',
  accent: 'text-accent-ink',
} as const;

export type Tone = keyof typeof tones;

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      {/* A border, because high contrast does not show backgrounds. */}
      <span
        aria-hidden
        className={clsx('shrink-0 rounded-full border-4 border-current', tones[tone])}
      />
      {children}
    </span>
  );
}
