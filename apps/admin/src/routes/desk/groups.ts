import { useNavigate } from '@tanstack/react-router';
import { inDigits } from '../../components/count.ts';
import type { Heading } from '../../components/list/heading.tsx';
import type { LaneCounts } from '../../frame/desk-counts.ts';
import { folded, toggleFolded } from '../../moderation/desk/folded.ts';
import type { DeskItem, Lane } from '../../moderation/desk/item.ts';
import { useStore } from '../../store.ts';
import { laneNames, lanes } from './search.ts';

type Group = { key: Lane | 'others'; name: string; items: DeskItem[]; count: number };

type Desk = {
  /** The lane that the list begins with. */
  first: Lane | undefined;
  mine: readonly DeskItem[];
  held: DeskItem[];
  counts: LaneCounts | undefined;
};

function groupsOf({ first, mine, held, counts }: Desk): Group[] {
  const order = lanes.toSorted(
    (one, other) => Number(other === first) - Number(one === first),
  );
  const groups = order.map((lane): Group => {
    const items = mine.filter((item) => item.lane === lane);
    return {
      key: lane,
      name: laneNames[lane],
      items,
      count: counts?.[lane] ?? items.length,
    };
  });
  const others = { key: 'others', name: 'With colleagues', items: held } as const;
  return [...groups, { ...others, count: held.length }];
}

/** The rows of the desk lane by lane, with the headings above each. */
export function useGroups(desk: Desk): { rows: DeskItem[]; headings: Heading[][] } {
  const navigate = useNavigate();
  const areFolded = useStore(folded);
  const rows: DeskItem[] = [];
  const headings: Heading[][] = [[]];
  for (const { key, name, items, count } of groupsOf(desk)) {
    if (count === 0 && items.length === 0) continue;
    // The service has leased nothing of a lane that is far below.
    const isFar = items.length === 0 && !areFolded.has(key);
    const isFolded = isFar || areFolded.has(key);
    const toggle = () => {
      if (isFar && key !== 'others') void navigate({ to: '/', search: { lane: key } });
      else toggleFolded(key);
    };
    const above = (headings[rows.length] ??= []);
    above.push({ name, count: inDigits(count), isFolded, toggle });
    if (!isFolded) rows.push(...items);
  }
  return { rows, headings };
}
