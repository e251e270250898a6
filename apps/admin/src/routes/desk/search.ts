import type { LaneCounts } from '../../frame/desk-counts.ts';
import type { Lane } from '../../moderation/desk/item.ts';

/** The lanes in the order in which they are worked on. */
export const lanes: readonly { lane: Lane; name: string }[] = [
  { lane: 'urgent', name: 'Urgent' },
  { lane: 'reported', name: 'Reported' },
  { lane: 'new', name: 'New' },
  { lane: 'changed', name: 'Changed' },
  { lane: 'appealed', name: 'Appeals' },
  { lane: 'second_look', name: 'Second look' },
];

export type DeskSearch = { lane?: Lane };

/** What an address says that the desk can mean. */
export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const found = lanes.find(({ lane }) => lane === search['lane']);
  return found ? { lane: found.lane } : {};
}

/** The first lane in which something is to be looked at; the first of all where there is nothing. */
export const firstLane = (counts: LaneCounts): Lane =>
  lanes.find(({ lane }) => counts[lane] > 0)?.lane ?? 'new';
