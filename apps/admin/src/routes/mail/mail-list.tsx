import { useInfiniteQuery } from '@tanstack/react-query';
import type { inferInput } from '@trpc/tanstack-react-query';
import { SectionNote } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Paged } from '../../frame/paged.tsx';
import { Loading } from '../../frame/states.tsx';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import { trpc } from '../../trpc.ts';

type MailQuery = Pick<
  inferInput<typeof trpc.moderation.mail.deliveries>,
  'address' | 'state'
>;

/** Milliseconds between two looks, while the page is in sight. */
const refetchInterval = 15_000;

const useMail = (query: MailQuery) =>
  useInfiniteQuery(
    trpc.moderation.mail.deliveries.infiniteQueryOptions(query, {
      getNextPageParam: ({ data }) => data.nextCursor,
      initialCursor: null,
      refetchInterval,
    }),
  );

const loading = (
  <Loading what="the mail">
    {[1, 2].map((row) => (
      <div
        key={row}
        className="space-y-2 border-b border-line px-5 py-3.5 last:border-b-0"
      >
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    ))}
  </Loading>
);

type MailListProps = {
  query: MailQuery;
  /** Says that there is none. */
  empty: string;
};

/** Mails, newest first; older ones load on demand. */
export function MailList({ query, empty }: MailListProps) {
  const list = useMail(query);
  return (
    <Paged list={list} what="The mail" loading={loading}>
      {(pages) => {
        const deliveries = pages.flatMap(({ data }) => data.deliveries);
        return deliveries.length === 0 ? (
          <SectionNote>{empty}</SectionNote>
        ) : (
          <Deliveries deliveries={deliveries} showAddress={query.address === undefined} />
        );
      }}
    </Paged>
  );
}
