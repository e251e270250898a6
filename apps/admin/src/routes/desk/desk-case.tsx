import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Badge } from '../../components/badge.tsx';
import { StateList } from '../../components/state-list.tsx';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { Words } from '../../components/words.tsx';
import { CaseView } from '../../frame/page.tsx';
import { Stale } from '../../frame/states.tsx';
import { type DeskItem, type Inspected, nameOf } from '../../moderation/desk/item.ts';
import { readDeskAgain } from '../../moderation/desk/read-desk.ts';
import { Past } from '../../moderation/history/past.tsx';
import { Card } from '../../moderation/profiles/card.tsx';
import { Background } from '../../moderation/profiles/facts.tsx';
import { useStates } from '../../moderation/profiles/states.ts';
import { useLatest } from '../../moderation/profiles/progress.ts';
import { now } from '../../clock.ts';
import { api, trpc } from '../../trpc.ts';
import { Changes } from './changes.tsx';
import { Reports } from './reports.tsx';
import { ownerInWords, removedBefore, whyOpen } from './why.ts';

/**
 * Renews the lease of the shown item at half of its time, but no more often than
 * the service allows.
 */
function useLease({ id, leasedUntil }: DeskItem, isMine: boolean): void {
  useEffect(() => {
    if (leasedUntil === null || !isMine) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const renewAt = (end: string) => {
      const left = Date.parse(end) - now();
      timer = setTimeout(() => void renew(end), Math.max(1_000, left / 2));
    };
    const renew = async (end: string) => {
      try {
        const { data } = await api.moderation.desk.renew.mutate({ id });
        if (data.leasedUntil !== end) renewAt(data.leasedUntil);
      } catch {
        // The item belongs to somebody else now, or is decided.
        void readDeskAgain();
      }
    };
    renewAt(leasedUntil);
    return () => clearTimeout(timer);
  }, [id, leasedUntil, isMine]);
}

type WhyProps = { item: DeskItem } & Pick<Inspected, 'others' | 'removed'> &
  Partial<Pick<Inspected, 'owner'>>;

function Why({ item, owner, others, removed }: WhyProps) {
  return (
    <div className="mt-1 text-muted">
      <p>
        {item.urgent && (
          <span className="mr-3 inline-flex">
            <Badge tone="bad">Urgent</Badge>
          </span>
        )}
        {whyOpen(item.kind)} · <When at={item.openedAt} />
      </p>
      {owner && <p>{ownerInWords(owner)}</p>}
      {others.map((kind) => (
        <p key={kind}>Also: {whyOpen(kind).toLowerCase()}</p>
      ))}
      {removed.map((card) => (
        <p key={card.at}>
          {removedBefore(card)} · <When at={card.at} />
        </p>
      ))}
    </div>
  );
}

const Appeal = ({ text }: NonNullable<Inspected['appeal']>) => (
  <div className="mt-4 mb-3 border-b border-line pb-3">
    <Section title="What the owner says">
      <Words>{text}</Words>
    </Section>
  </div>
);

type DeskCaseProps = {
  item: DeskItem;
  isMine: boolean;
  foot: ReactNode;
};

/**
 * Everything needed for a decision: why the item is open, the card, its changes,
 * its owner and its history.
 */
export function DeskCase({ item, isMine, foot }: DeskCaseProps) {
  const { id, profile, user } = item;
  const inspected = useQuery(trpc.moderation.desk.inspect.queryOptions({ id }));
  const data = inspected.data?.data;
  useLease(item, isMine);
  const states = useStates(user.id, null);
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex-1">
        <CaseView name={nameOf(item)} bar={null}>
          <Why item={item} others={[]} removed={[]} {...data} />
          {data?.appeal && <Appeal {...data.appeal} />}
          {profile ? (
            <ShownCard profile={profile} seen={data?.seen ?? null} />
          ) : (
            <StateList states={states} />
          )}
          {data && <Reports reports={data.reports} />}
          <Stale query={inspected} />
          {profile ? (
            <Background profile={profile} />
          ) : (
            <Past subject={{ userId: user.id }} />
          )}
        </CaseView>
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-1 short:static border-t border-line bg-surface px-4 py-2 max-md:bottom-12 max-md:px-2 max-md:[&_:is(a,button)]:px-2! max-[30rem]:[&_:has(>kbd)]:hidden">
        {foot}
      </div>
    </div>
  );
}

type ShownProps = {
  profile: NonNullable<DeskItem['profile']>;
  seen: Inspected['seen'];
};

function ShownCard({ profile: read, seen }: ShownProps) {
  const profile = useLatest(read);
  return (
    <>
      <Card profile={profile} />
      {seen && <Changes seen={seen} profile={profile} />}
    </>
  );
}
