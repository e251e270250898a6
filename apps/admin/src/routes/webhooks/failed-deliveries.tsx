import { useInfiniteQuery } from '@tanstack/react-query';
import { counted } from '../../components/count.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Loaded } from '../../frame/states.tsx';
import { byCursor, trpc } from '../../trpc.ts';
import { outcomeName, type Delivery } from './vocabulary.ts';

type ItemProps = { delivery: Delivery; onResend: () => void };

function Item({ delivery, onResend }: ItemProps) {
  const { number, change, state, attempts, outcome, nextAttemptAt } = delivery;
  const isSetAside = state === 'set_aside';
  return (
    <li className="flex items-start gap-3 py-1">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          {change?.kind ?? `Event ${number}`}
          <Badge tone={isSetAside ? 'bad' : 'warn'}>
            {isSetAside ? 'Set aside' : 'Retrying'}
          </Badge>
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          {change && `${change.id}, revision ${change.revision}. `}
          {counted(attempts, 'try', 'tries')}
          {outcome !== null && `, ${outcomeName(outcome)}`}
          {nextAttemptAt !== null && (
            <>
              , next <When at={nextAttemptAt} />
            </>
          )}
        </p>
      </div>
      <Button onClick={onResend} aria-label={`Send event ${number} again`}>
        Send again
      </Button>
    </li>
  );
}

type FailedProps = { id: string; onResend: (number: number) => void };

export function FailedDeliveries({ id, onResend }: FailedProps) {
  const list = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions({ id, state: 'failed' }, byCursor),
  );
  return (
    <Loaded query={list} what="the log">
      {({ pages }) => {
        const deliveries = pages.flatMap(({ data }) => data.deliveries);
        if (deliveries.length === 0) return <p className="mt-2 text-muted">Nothing.</p>;
        return (
          <>
            <ul aria-label="Events it did not accept, newest first" className="mt-2">
              {deliveries.map((delivery) => (
                <Item
                  key={delivery.number}
                  delivery={delivery}
                  onResend={() => onResend(delivery.number)}
                />
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Show older
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
