import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { timeOf } from '../../components/date-time.tsx';
import { type Heading, HeadingButton } from '../../components/list/heading.tsx';
import {
  isElsewhere,
  lastPlace,
  type ListFocus,
  useListFocus,
} from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { type LaneCounts, useDeskCounts } from '../../frame/desk-counts.ts';
import { useDecided } from '../../moderation/desk/decided.ts';
import { folded, foldedLanes } from '../../moderation/desk/folded.ts';
import { type DeskItem, type Lane, subjectOf } from '../../moderation/desk/item.ts';
import { readDeskAgain, useNextItems } from '../../moderation/desk/read-desk.ts';
import { useRestoredRow } from '../../moderation/restored.ts';
import { reportFailure } from '../../moderation/report-failures.ts';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { useStore } from '../../store.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { DeskCase } from './desk-case.tsx';
import { DeskList } from './desk-list.ts';
import { FirstSteps } from './first-steps.tsx';
import { useGroups } from './groups.ts';
import { type DeskSearch, lanes } from './search.ts';
import { useDeskKeys } from './use-desk-keys.tsx';
import { Waves } from './waves.tsx';

const route = getRouteApi('/');

/** More items are loaded if fewer than this are left. */
const fewest = 10;

/**
 * The items reserved for this person, without decided ones, then those that colleagues
 * have. Loads more before they run out.
 */
function useItems(lane: Lane | undefined, counts: LaneCounts | undefined) {
  const except = foldedLanes(useStore(folded));
  const query = useNextItems(lane, except);
  const decided = useDecided();
  const mine = (query.data?.items ?? []).filter((item) => !decided.has(item.id));
  const { length } = mine;
  const free = lanes
    .filter((one) => !except.includes(one))
    .reduce((sum, one) => sum + (counts?.[one] ?? 0), 0);
  const asked = useRef(-1);
  useEffect(() => {
    // With the same number of free items the service would return no others.
    if (free <= length) asked.current = -1;
    if (query.isFetching || length >= fewest || free <= length) return;
    if (asked.current === free) return;
    asked.current = free;
    void readDeskAgain();
  }, [query.isFetching, length, free]);
  const ids = new Set(mine.map(({ id }) => id));
  const held = (query.data?.held ?? []).filter(({ id }) => !ids.has(id));
  const groups = useGroups({ first: lane, mine, held, counts });
  return { query, ...groups, mine: ids, isMore: free > length };
}

/**
 * Moves the focus to the last row of an earlier visit, otherwise to the first one. Its
 * case is the work to do. Also once there is work for a person who is at a colleague's
 * item. Whoever is typing keeps the focus.
 */
function useFirstRow(
  name: string,
  { rows, mine }: Pick<ReturnType<typeof useItems>, 'rows' | 'mine'>,
  { isEntered, moveTo, arrive }: ListFocus,
) {
  const before = useRef(0);
  const [isAny, work] = [rows.length > 0, mine.size];
  const place = isEntered ? 0 : Math.max(0, lastPlace(name, rows));
  useEffect(() => {
    const isNew = before.current === 0 && work > 0;
    before.current = work;
    if (!isAny || (isEntered && !isNew)) return;
    if (isElsewhere()) arrive(place);
    else moveTo(place);
  }, [isAny, work, isEntered, place, moveTo, arrive]);
}

/** Who has the item, and until when. An admin can take it over. */
function HeldFoot({ item }: { item: DeskItem }) {
  const { role } = useWho();
  const taking = useMutation(
    trpc.moderation.desk.take.mutationOptions({
      onError: (error) => reportFailure('The item was not taken over', error),
      // Also after an error: the colleague may have decided.
      onSettled: readDeskAgain,
    }),
  );
  return (
    <>
      <p className="text-muted">
        <span translate="no">{item.leasedBy?.email}</span> has it until{' '}
        {timeOf(item.leasedUntil)}
      </p>
      {role === 'admin' && (
        <Button busy={taking.isPending} onClick={() => taking.mutate({ id: item.id })}>
          Take over
        </Button>
      )}
    </>
  );
}

type EmptyProps = {
  /** Whether items are free that are not loaded. */
  isMore: boolean;
  folded: readonly Heading[];
};

/**
 * Shown if no item is left below an open heading. It counts each second, so that it is
 * not there while an item waits; with so few items a count costs little.
 */
function Empty({ isMore, folded: headings }: EmptyProps) {
  useDeskCounts(1_000);
  if (isMore) return <Notice title="The next items are loading" />;
  return (
    <>
      <Notice title={headings.length > 0 ? 'Nothing left here' : 'Nothing to review'} />
      <FirstSteps />
      {headings.map((heading) => (
        <div key={heading.name} className="px-4 md:pl-10">
          <HeadingButton {...heading} />
        </div>
      ))}
    </>
  );
}

export function DeskPage() {
  const { lane } = route.useSearch();
  return <Desk key={lane} lane={lane} />;
}

function Desk({ lane }: DeskSearch) {
  const counts = useDeskCounts();
  const items = useItems(lane, counts);
  const { query, rows, headings, mine, isMore } = items;
  const name = `desk ${lane}`;
  const focus = useListFocus(name, rows);
  const { row, moveTo } = focus;
  useUndoKeys();
  useFirstRow(name, items, focus);
  useRestoredRow(rows, subjectOf, moveTo);
  const isMine = row !== undefined && mine.has(row.id);
  const { foot, layer } = useDeskKeys(isMine ? row : undefined);
  return (
    <DeskList
      drawCase={() =>
        row && (
          <DeskCase
            key={row.id}
            item={row}
            isMine={isMine}
            foot={isMine ? foot : <HeldFoot item={row} />}
          />
        )
      }
      query={query}
      rows={rows}
      headings={headings}
      total={rows.length}
      focus={focus}
      below={<Waves />}
      empty={<Empty isMore={isMore} folded={headings.flat()} />}
    >
      {layer}
    </DeskList>
  );
}
