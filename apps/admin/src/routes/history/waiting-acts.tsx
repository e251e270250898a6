import { useQuery } from '@tanstack/react-query';
import { counted } from '../../components/count.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { toastDone } from '../../components/toast.tsx';
import { Words } from '../../components/words.tsx';
import type { LargeAct } from '../../moderation/acts/large-acts.tsx';
import { followAct } from '../../moderation/acts/watched.ts';
import { reasonName } from '../../moderation/reasons.ts';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';

/** "hide 100 profiles". */
const wishOf = ({ kind, total }: LargeAct): string =>
  `${kind} ${counted(total, 'profile')}`;

function Waiting({ act }: { act: LargeAct }) {
  const { id, by, askedAt, reason, note } = act;
  const who = useWho();
  const isOwn = by?.id === who.id;
  const wish = wishOf(act);
  const { start, stop } = trpc.moderation.acts;
  const undecided = 'That was not decided';
  const doing = useAct(
    start.mutationOptions({
      onSuccess: ({ data }) => followAct(data.act.action, `Begun: ${wish}`),
    }),
    undecided,
  );
  const dropping = useAct(
    stop.mutationOptions({ onSuccess: () => void toastDone(`Dropped: ${wish}`) }),
    undecided,
  );
  const isPending = doing.isPending || dropping.isPending;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 md:pl-10">
      <Badge tone="warn">Waiting</Badge>
      <div className="min-w-48 flex-1 wrap-anywhere">
        <span className="font-medium">{isOwn ? 'You' : by?.email}</span> asked to {wish}
        {reason !== null && `: ${reasonName(reason)}`}
        <span className="text-xs text-muted">
          {' '}
          · <When at={askedAt} />
        </span>
        {note !== null && <Words className="text-muted">{note}</Words>}
      </div>
      <div className="flex gap-1">
        {who.role === 'admin' && (
          <Button
            aria-label={`Do it: ${wish}`}
            busy={isPending}
            onClick={() => doing.mutate({ id })}
          >
            Do it
          </Button>
        )}
        {(who.role === 'admin' || isOwn) && (
          <Button
            variant="quiet"
            aria-label={`Drop: ${wish}`}
            busy={isPending}
            onClick={() => dropping.mutate({ id })}
          >
            Drop
          </Button>
        )}
      </div>
    </li>
  );
}

/**
 * Acts above a moderator's limit for an hour or a day. They wait for an admin.
 */
export function WaitingActs() {
  const list = useQuery(trpc.moderation.acts.list.queryOptions());
  const acts = list.data?.data.acts.filter(({ state }) => state === 'waiting') ?? [];
  if (acts.length === 0) return null;
  return (
    <ul aria-label="Waiting for an admin" className="border-b border-line">
      {acts.map((act) => (
        <Waiting key={act.id} act={act} />
      ))}
    </ul>
  );
}
