import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

export type Shift = inferOutput<typeof trpc.moderation.desk.shift>['data'];

/** "3.5 hours", "12 minutes", or "None". */
export function hours(median: number | null): string {
  if (median === null) return 'None';
  if (median < 1) return `${Math.round(median * 60)} minutes`;
  const rounded = Math.round(median * 10) / 10;
  return rounded === 1 ? '1 hour' : `${rounded} hours`;
}

type Figures = Pick<
  Shift,
  'opened' | 'closed' | 'dismissed' | 'left' | 'undone' | 'closers'
>;

/** The named figures of a shift. Only people who closed an item are listed. */
export const lines = ({ opened, closed, dismissed, left, undone, closers }: Figures) =>
  [
    ['Opened', String(opened)],
    ['Closed', String(closed)],
    ...closers.map((closer) => [`· ${closer.email}`, String(closer.closed)] as const),
    ...(dismissed > 0 ? [['Closed with suspensions', String(dismissed)] as const] : []),
    ['Still open', String(left)],
    ['Undone', String(undone)],
  ] as const;
