import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { SectionNote } from '../../components/section.tsx';
import { Paged } from '../../frame/paged.tsx';
import { Loading } from '../../frame/states.tsx';
import { trpc } from '../../trpc.ts';
import { useResend } from './actions.ts';
import { type Delivery, outcomeName } from './vocabulary.ts';

type ItemProps = { delivery: Delivery; onResend: () => void };

function Item({ delivery, onResend }: ItemProps) {
  const { number, change, state, attempts, outcome, nextAttemptAt } = delivery;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{change?.kind ?? `Change ${number}`}</span>
          <Badge tone={state === 'set_aside' ? 'bad' : 'warn'}>
            {state === 'set_aside' ? 'Set aside' : 'To be tried again'}
          </Badge>
        </p>
        <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-muted">
          {change && `${change.id}, revision ${change.revision}. `}
          {attempts} {attempts === 1 ? 'try' : 'tries'}
          {outcome !== null && `, ${outcomeName(outcome)}`}
          {nextAttemptAt !== null && (
            <>
              , next <When at={nextAttemptAt} />
            </>
          )}
        </p>
      </div>
      <Button onClick={onResend} aria-label={`Send change ${number} again`}>
        Send again
      </Button>
    </li>
  );
}

/** What a webhook did not accept, the newest change first. */
export function FailedDeliveries({ id }: { id: string }) {
  const list = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { id, state: 'failed' },
      { getNextPageParam: ({ data }) => data.nextCursor, initialCursor: null },
    ),
  );
  const resend = useResend();
  return (
    <Paged list={list} what="The log" loading={<Loading what="the log">{null}</Loading>}>
      {(pages) => {
        const deliveries = pages.flatMap(({ data }) => data.deliveries);
        return deliveries.length === 0 ? (
          <SectionNote>None.</SectionNote>
        ) : (
          <ul
            aria-label="What it did not accept, newest first"
            className="divide-y divide-line"
          >
            {deliveries.map((delivery) => (
              <Item
                key={delivery.number}
                delivery={delivery}
                onResend={() => resend.mutate({ id, number: delivery.number })}
              />
            ))}
          </ul>
        );
      }}
    </Paged>
  );
}
