import type { inferInput } from '@trpc/tanstack-react-query';
import { toastDone } from '../../components/toast.tsx';
import { explain, failureOf } from '../../failure.ts';
import type { LaneCounts } from '../../frame/desk-counts.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { reportDone } from '../actions.ts';
import { isOffline, save } from '../decisions.ts';
import { executeCoded } from '../mailed-code.ts';
import { readProfilesAgain } from '../read-again.ts';
import { reportFailure } from '../report-failures.ts';
import { isSaving } from '../saving.ts';
import { bringBack, putAway } from './decided.ts';
import { type DeskItem, nameOf, subjectOf } from './item.ts';
import { markRows, notSaved } from '../profiles/marks.ts';
import { forgetItem, itemsOf, readDeskAgain, showCounts } from './read-desk.ts';

const { close, snooze } = trpc.moderation.desk;

type Decision = inferInput<typeof close>['decision'];

const participles: Record<Decision, string> = {
  approve: 'approved',
  pass_on: 'sent for a second look',
  ask_admin: 'sent to an admin',
  uphold: 'turned down',
};

type Leaving<Input extends object> = {
  item: DeskItem;
  /** The items that leave the desk. */
  leaving: readonly DeskItem[];
  path: string;
  input: Input;
  run: (input: Input) => Promise<{ data: { action: string; lanes: LaneCounts } }>;
  name: string;
  participle: string;
  /** Whether the items may come back by themselves. */
  mayReturn?: boolean;
};

/**
 * Takes items off the desk at once. They return if the service refuses, with a mark
 * that says why.
 */
function leaveDesk<Input extends object>(act: Leaving<Input>): void {
  const { item, leaving, path, input, run, name, participle, mayReturn = false } = act;
  const subject = subjectOf(item);
  if (isSaving(subject) || isOffline()) return;
  const back = () => {
    bringBack([subject]);
    void readDeskAgain();
  };
  putAway(leaving);
  save({
    rows: [subject],
    path,
    input,
    send: async () => {
      const { data } = await run(input);
      showCounts(data.lanes);
      const title = `${name} ${participle}`;
      if (item.kind === 'contested') toastDone(title);
      else reportDone({ id: data.action, title });
      readProfilesAgain([{ id: subject, label: item.profile?.username ?? null }]);
      if (!mayReturn) return;
      forgetItem(item.id);
      bringBack([subject]);
    },
    fail: (error) => {
      back();
      const failure = failureOf(error);
      markRows([[subject, notSaved({ ...failure, message: explain(failure) })]]);
      reportFailure(`${name} was not ${participle}`, error);
    },
    takeBack: () => bringBack([subject]),
    readAgain: back,
  });
}

/** Closes an item without changing its card. */
export function closeItem(
  item: DeskItem,
  decision: Decision,
  note: string | null = null,
): void {
  const input: inferInput<typeof close> = {
    id: item.id,
    revision: item.profile?.revision ?? 0,
    decision,
    note,
  };
  leaveDesk({
    item,
    // The service closes the card's items in other lanes too.
    leaving: [item, ...itemsOf(subjectOf(item))],
    path: 'moderation.desk.close',
    input,
    run: () => executeCoded(close.mutationOptions(), input),
    name: decision === 'uphold' ? `The appeal of ${nameOf(item)}` : nameOf(item),
    participle: item.kind === 'contested' ? 'keeps its address' : participles[decision],
  });
}

/** Takes an item off the desk for some time. */
export function snoozeItem(
  item: DeskItem,
  length: inferInput<typeof snooze>['length'],
): void {
  const mutations = queryClient.getMutationCache();
  leaveDesk({
    item,
    leaving: [item],
    path: 'moderation.desk.snooze',
    input: { id: item.id, length },
    run: (input) => mutations.build(queryClient, snooze.mutationOptions()).execute(input),
    name: nameOf(item),
    participle: 'snoozed',
    mayReturn: true,
  });
}
