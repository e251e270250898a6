import type { inferOutput } from '@trpc/tanstack-react-query';
import { counted } from '../../components/count.ts';
import type { trpc } from '../../trpc.ts';

export type Shift = inferOutput<typeof trpc.moderation.desk.shift>['data'];

type Figures = Omit<Shift, 'since' | 'handOvers'>;

/** "262 in 24 acts". One act can close many items. */
const inActs = (items: number, by: number): string =>
  items === by ? String(items) : `${items} in ${counted(by, 'act')}`;

export const lines = ({
  opened,
  closed,
  dismissed,
  snoozed,
  left,
  undone,
  ...by
}: Figures) =>
  [
    ['Opened', String(opened)],
    ['Closed', inActs(closed, by.closingActs)],
    ...by.closers.map(
      (closer) => [`· ${closer.email}`, inActs(closer.closed, closer.acts)] as const,
    ),
    ...(dismissed > 0 ? [['Closed with suspensions', String(dismissed)] as const] : []),
    ...(snoozed > 0 ? [['Snoozed', String(snoozed)] as const] : []),
    ['Still open', String(left)],
    ['Undone', inActs(undone, by.undoingActs)],
  ] as const;

/** Fewer items are never remarkable. */
const many = 20;

/** What a colleague should know first, in one sentence. */
export function standsOut({
  opened,
  closed,
  left,
  undone,
  changer,
  ...by
}: Figures): string {
  if (changer)
    return `${changer.email} hid or restored ${changer.cards} profiles in ${counted(changer.acts, 'act')}.`;
  const wave = by.closers.find(
    (closer) => closer.closed >= many && closer.acts * 5 <= closer.closed,
  );
  if (wave)
    return `${wave.email} closed ${wave.closed} items in ${counted(wave.acts, 'act')}.`;
  if (undone > 0 && undone * 4 >= closed)
    return `${undone} decisions were undone, in ${counted(by.undoingActs, 'act')}.`;
  if (opened - closed >= many && left >= many)
    return `The desk fills: ${opened} opened, ${closed} closed.`;
  return 'Nothing stands out.';
}
