import { counted } from '../../components/count.ts';
import { timeText } from '../../components/date-time.tsx';
import type { DeskItem, Inspected } from '../../moderation/desk/item.ts';
import { reportReasonName } from '../../moderation/reasons.ts';

/** "3 reports: Impersonation, Spam"; undefined without reports. */
export function reportsIn({ reports }: Pick<DeskItem, 'reports'>): string | undefined {
  if (reports.length === 0) return undefined;
  const count = reports.reduce((sum, report) => sum + report.count, 0);
  const names = reports.map(({ reason }) => reportReasonName(reason)).join(', ');
  return `${counted(count, 'report')}: ${names}`;
}

/** "Account made 3 minutes ago · 2 of 3 cards hidden before · 4 reports by them, all turned down" */
export function ownerInWords({
  since,
  cards,
  hiddenBefore,
  ...by
}: Inspected['owner']): string {
  const { reports, turnedDown } = by;
  const down =
    turnedDown > 0 && `, ${turnedDown === reports ? 'all' : turnedDown} turned down`;
  const all = Math.max(cards, hiddenBefore);
  return [
    `Account made ${timeText(since)}`,
    hiddenBefore > 0 && `${hiddenBefore} of ${counted(all, 'card')} hidden before`,
    reports > 0 && `${counted(reports, 'report')} by them${down || ''}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** "Its owner removed a hidden card of this name, with 2 open reports" */
export function removedBefore(card: Inspected['removed'][number]): string {
  const { hidden, reports, isSameOwner, isSameName } = card;
  const who = isSameOwner ? 'Its owner' : 'Somebody';
  const name = isSameName ? ' of this name' : '';
  const state = hidden ? 'a hidden card' : 'a card';
  const open = reports === 0 ? '' : `, with ${counted(reports, 'open report')}`;
  return `${who} removed ${state}${name}${open}`;
}

const whys: Readonly<Record<DeskItem['kind'], string>> = {
  new: 'New profile',
  changed: 'Changed by its owner',
  reported: 'Reported',
  appealed: 'Its owner appeals',
  second_look: 'A colleague asks for a second look',
  contested: 'Its old address ended a change of the address',
};

export const whyOpen = (kind: DeskItem['kind']): string => whys[kind];
