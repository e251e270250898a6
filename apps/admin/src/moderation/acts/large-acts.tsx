import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { useEffect } from 'react';
import { inDigits } from '../../components/count.ts';
import { Button } from '../../components/button.tsx';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { reportDone } from '../actions.ts';
import { readAllAgain } from '../read-again.ts';
import { useAct } from '../use-act.ts';
import { endsWatch, watchAct } from './watched.ts';

export type LargeAct = inferOutput<
  typeof trpc.moderation.acts.list
>['data']['acts'][number];

/** Milliseconds between two looks: while an act runs, and otherwise. */
const pauses = { running: 1_000, idle: 30_000 };

const doing: Record<LargeAct['kind'], string> = {
  hide: 'Hiding',
  restore: 'Restoring',
  approve: 'Approving',
  undo: 'Undoing',
};

const done: Record<LargeAct['kind'], string> = {
  hide: 'hidden',
  restore: 'restored',
  approve: 'approved',
  undo: 'undone',
};

/** Offers to undo an act of one's own when it ends in this tab. */
function useReportEnds(acts: readonly LargeAct[], me: string): void {
  useEffect(() => {
    for (const { state, by, action, kind, passed, left } of acts) {
      if (action === null) continue;
      if (state === 'running') {
        watchAct(action);
      } else if (endsWatch(action)) {
        void readAllAgain();
        const title = `${inDigits(passed - left)} ${done[kind]}${left > 0 ? `, ${inDigits(left)} left as they were` : ''}`;
        if (by?.id === me) reportDone({ id: action, title });
      }
    }
  }, [acts, me]);
}

function Running({ act }: { act: LargeAct }) {
  const { id, kind, by, byKey, passed, total } = act;
  const { id: me } = useWho();
  const stop = useAct(
    trpc.moderation.acts.stop.mutationOptions(),
    'That was not stopped',
  );
  const what = `${doing[kind]} ${inDigits(total)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-sm md:pl-10">
      <p className="min-w-48 flex-1 wrap-anywhere">
        <span className="font-medium">{what}</span>
        {by?.id !== me && (
          <>
            {' '}
            by <bdi>{by?.email ?? byKey ?? 'somebody who is gone'}</bdi>
          </>
        )}
        <span className="text-muted"> · {inDigits(passed)} so far</span>
      </p>
      <progress aria-label={what} value={passed} max={total} className="w-40" />
      <Button
        aria-label={`Stop: ${what}`}
        busy={stop.isPending}
        onClick={() => stop.mutate({ id })}
      >
        Stop
      </Button>
    </li>
  );
}

/** The acts on whole searches that go on now, above every page. */
export function LargeActs() {
  const { id: me } = useWho();
  const list = useQuery(
    trpc.moderation.acts.list.queryOptions(undefined, {
      refetchInterval: ({ state: { data } }) =>
        data?.data.acts.some(({ state }) => state === 'running')
          ? pauses.running
          : pauses.idle,
    }),
  );
  const acts = list.data?.data.acts ?? [];
  useReportEnds(acts, me);
  const running = acts.filter(({ state }) => state === 'running');
  if (running.length === 0) return null;
  return (
    <ul aria-label="Acts that go on" className="border-b border-line bg-warn-soft">
      {running.map((act) => (
        <Running key={act.id} act={act} />
      ))}
    </ul>
  );
}
