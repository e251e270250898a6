import type { inferInput } from '@trpc/tanstack-react-query';
import { toastDone } from '../../components/toast.tsx';
import type { LaneCounts } from '../../frame/desk-counts.ts';
import { api, type trpc } from '../../trpc.ts';
import { reportDone } from '../actions.ts';
import { isOffline, save } from '../decisions.ts';
import { unmarkRows } from '../profiles/marks.ts';
import { readProfilesAgain } from '../read-again.ts';
import { isAnswerLost, reportNotSaved } from '../report-failures.ts';
import { isSaving } from '../saving.ts';
import { keepTyped } from '../typed-notes.ts';
import { bringBack, putAway } from './decided.ts';
import { type DeskItem, nameOf, subjectOf } from './item.ts';
import { forgetItem, itemsOf, readDeskAgain, showCounts } from './read-desk.ts';

const { close, snooze } = api.moderation.desk;

type Decision = inferInput<typeof trpc.moderation.desk.close>['decision'];

const participles: Record<Decision, string> = {
  approve: 'approved',
  pass_on: 'sent for a second look',
  ask_admin: 'sent to an admin',
  uphold: 'turned down',
};

type Leaving = {
  item: DeskItem;
  leaving: readonly DeskItem[];
  call: () => Promise<{ data: { action: string; lanes: LaneCounts } }>;
  name: string;
  participle: string;
  note?: string | null;
  /** Whether the items may come back by themselves. */
  mayReturn?: boolean;
};

/** Reads items again that were not taken off, unless only the answer was lost. */
async function readBack(subject: string, error: unknown): Promise<void> {
  await readDeskAgain();
  if (isAnswerLost(error) && itemsOf(subject).length === 0) unmarkRows([subject]);
}

/**
 * Takes items off the desk at once. They return if the service refuses, with a mark
 * that says why.
 */
function leaveDesk(act: Leaving): void {
  const { item, leaving, call, name, participle, note = null, mayReturn = false } = act;
  const subject = subjectOf(item);
  if (isSaving(subject) || isOffline()) return;
  putAway(leaving);
  if (note !== null) keepTyped([subject], { note, privateNote: null });
  save({
    rows: [subject],
    call,
    report: ({ data }) => {
      showCounts(data.lanes);
      const title = `${name} ${participle}`;
      if (item.kind === 'contested') toastDone(title);
      else reportDone({ id: data.action, title });
      readProfilesAgain([{ id: subject, label: item.profile?.username ?? null }]);
      if (mayReturn) {
        forgetItem(item.id);
        bringBack([subject]);
      } else keepTyped([subject]);
    },
    fail: (error) => {
      bringBack([subject]);
      reportNotSaved({ rows: [subject], what: name, participle }, error);
      void readBack(subject, error);
    },
  });
}

/** Closes an item without changing its card. */
export function closeItem(
  item: DeskItem,
  decision: Decision,
  note: string | null = null,
): void {
  const revision = item.profile?.revision ?? 0;
  const input: inferInput<typeof trpc.moderation.desk.close> = {
    id: item.id,
    revision,
    decision,
    note,
  };
  leaveDesk({
    item,
    // The service closes the card's items in other lanes too.
    leaving: [item, ...itemsOf(subjectOf(item))],
    call: () => close.mutate(input),
    name: decision === 'uphold' ? `The appeal of ${nameOf(item)}` : nameOf(item),
    participle: item.kind === 'contested' ? 'kept at its address' : participles[decision],
    note,
  });
}

export function snoozeItem(
  item: DeskItem,
  length: inferInput<typeof trpc.moderation.desk.snooze>['length'],
): void {
  leaveDesk({
    item,
    leaving: [item],
    call: () => snooze.mutate({ id: item.id, length }),
    name: nameOf(item),
    participle: 'snoozed',
    mayReturn: true,
  });
}
