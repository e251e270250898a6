import type { Lane } from '../../moderation/desk/item.ts';

/** The lanes in the order of work. */
export const lanes: readonly { lane: Lane; name: string }[] = [
  { lane: 'urgent', name: 'Urgent' },
  { lane: 'reported', name: 'Reported' },
  { lane: 'appealed', name: 'Appeals' },
  { lane: 'contested', name: 'Addresses' },
  { lane: 'second_look', name: 'Second look' },
  { lane: 'changed', name: 'Changed' },
  { lane: 'new', name: 'New' },
];

/** The list begins with this lane. */
export type DeskSearch = { lane?: Lane };

export function readDeskSearch(search: Record<string, unknown>): DeskSearch {
  const found = lanes.find(({ lane }) => lane === search['lane']);
  return found ? { lane: found.lane } : {};
}
