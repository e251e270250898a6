import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { toastDone } from '../../components/toast.tsx';
import { ConfirmDialog } from '../../moderation/confirm-dialog.tsx';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { states, type ServiceKey } from './vocabulary.ts';

const makerOf = ({ maker }: ServiceKey) => maker?.email ?? 'whoever runs the service';

function Times({ item }: { item: ServiceKey }) {
  const { createdAt, lastUsedAt, endsAt, endedAt } = item;
  const end = endedAt ?? endsAt;
  const isOver = item.state === 'ended' || item.state === 'expired';
  return (
    <p className="text-[0.8125rem] text-muted">
      Made <When at={createdAt} /> by{' '}
      <span className="wrap-anywhere">{makerOf(item)}</span>,{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          used <When at={lastUsedAt} />
        </>
      )}
      , {isOver ? 'ended' : 'ends'} <When at={end} />
    </p>
  );
}

/** One key, with a button to end it. */
export function KeyItem({ item }: { item: ServiceKey }) {
  const { id, name, scopes, state } = item;
  const [asks, setAsks] = useState(false);
  const readAgain = () =>
    void queryClient.invalidateQueries(trpc.moderation.keys.list.queryFilter());
  const end = useMutation(
    trpc.moderation.keys.end.mutationOptions({
      onSettled: readAgain,
      onSuccess: () => {
        setAsks(false);
        toastDone(`The key ${name} has ended`);
      },
    }),
  );
  const { name: stateName, tone } = states[state];
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <KeyRound
        aria-hidden
        size={17}
        className="shrink-0 self-start text-muted max-sm:hidden"
      />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <Badge tone={tone}>{stateName}</Badge>
        </p>
        <p className="font-mono text-xs wrap-anywhere text-soft">{scopes.join(', ')}</p>
        <Times item={item} />
      </div>
      {(state === 'serving' || state === 'refused') && (
        <Button aria-label={`End the key ${name}`} onClick={() => setAsks(true)}>
          End…
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`End the key ${name}?`}
        confirm="End the key"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ id })}
      >
        Whatever uses it is refused from its next request on. That can’t be undone.
      </ConfirmDialog>
    </li>
  );
}
