import type { LaneCounts } from '../../frame/desk-counts.ts';
import type { Lane } from '../../moderation/desk/item.ts';

/** The lanes in the order of work. */
export const lanes: readonly { lane: Lane; name: string }[] = [
  { lane: 'urgent', name: 'Urgent' },
  { lane: 'reported', name: 'Reported' },
  { lane: 'new', name: 'New' },
  { lane: 'changed', name: 'Changed' },
  { lane: 'appealed', name: 'Appeals' },
  { lane: 'second_look', name: 'Second look' },
];

export type DeskSearch = { lane?: Lane };

export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const found = lanes.find(({ lane }) => lane === search['lane']);
  return found ? { lane: found.lane } : {};
}

/** The first lane with items; without any, the lane of new cards. */
export const firstLane = (counts: LaneCounts): Lane =>
  lanes.find(({ lane }) => counts[lane] > 0)?.lane ?? 'new';
