import type { inferInput } from '@trpc/tanstack-react-query';
import { failureOf } from '../../failure.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { reportDone } from '../actions.ts';
import { isOffline, save } from '../decisions.ts';
import { readProfilesAgain } from '../read-again.ts';
import { reportFailure } from '../report-failures.ts';
import { isSaving } from '../saving.ts';
import { bringBack, putAway } from './decided.ts';
import { type DeskItem, nameOf, subjectOf } from './item.ts';
import { markRows } from '../profiles/marks.ts';
import { itemsOf, readDeskAgain, showCounts } from './read-desk.ts';

type Input = inferInput<typeof trpc.moderation.desk.close>;

const participles: Record<Input['decision'], string> = {
  approve: 'approved',
  pass_on: 'sent for a second look',
  uphold: 'turned down',
};

/**
 * Closes an item without changing its card. The item leaves the desk at once and
 * returns if the service refuses.
 */
export function closeItem(
  item: DeskItem,
  decision: Input['decision'],
  note: string | null = null,
): void {
  const subject = subjectOf(item);
  if (isSaving(subject) || isOffline()) return;
  const input = { id: item.id, revision: item.profile?.revision ?? 0, decision, note };
  const name = decision === 'uphold' ? `The appeal of ${nameOf(item)}` : nameOf(item);
  const back = () => {
    bringBack([subject]);
    void readDeskAgain();
  };
  // The service closes the card's items in other lanes too.
  putAway([item, ...itemsOf(subject)]);
  save({
    rows: [subject],
    path: 'moderation.desk.close',
    input,
    send: async () => {
      const { data } = await queryClient
        .getMutationCache()
        .build(queryClient, trpc.moderation.desk.close.mutationOptions())
        .execute(input);
      showCounts(data.lanes);
      reportDone({ id: data.action, title: `${name} ${participles[decision]}` });
      readProfilesAgain([{ id: subject, label: item.profile?.username ?? null }]);
    },
    fail: (error) => {
      back();
      // Somebody else was faster: the loaded state is right.
      const isGone = failureOf(error).reason === 'ITEM_NOT_FOUND';
      if (isGone) return;
      markRows([[subject, { badge: 'Not saved', message: failureOf(error).message }]]);
      reportFailure(`${name} was not ${participles[decision]}`, error);
    },
    takeBack: () => bringBack([subject]),
    readAgain: back,
  });
}
