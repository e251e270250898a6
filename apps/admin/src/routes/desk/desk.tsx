import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { buttonStyle } from '../../components/button.tsx';
import { type ListFocus, useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { Tab, Tabs } from '../../components/tabs.tsx';
import { type LaneCounts, useDeskCounts } from '../../frame/desk-counts.ts';
import { isFocusFree } from '../../keyboard.ts';
import { bringBack, putAway, useDecided } from '../../moderation/desk/decided.ts';
import { type Lane, subjectOf } from '../../moderation/desk/item.ts';
import { readDeskAgain, useNextItems } from '../../moderation/desk/read-desk.ts';
import { useRestoredRow } from '../../moderation/restored.ts';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { DeskCase } from './desk-case.tsx';
import { DeskList } from './desk-list.ts';
import { firstLane, lanes } from './search.ts';
import { useDeskKeys } from './use-desk-keys.tsx';

const route = getRouteApi('/');

const number = new Intl.NumberFormat('en');

/** More items are loaded if fewer than this are left. */
const fewest = 10;

type LaneLinksProps = { lane: Lane | undefined; counts: LaneCounts | undefined };

const LaneLinks = ({ lane: shown, counts }: LaneLinksProps) => (
  <Tabs label="Lanes">
    {lanes.map(({ lane, name }) => (
      <Tab
        key={lane}
        to="/"
        search={{ lane }}
        isActive={lane === shown}
        count={counts && number.format(counts[lane])}
      >
        {name}
      </Tab>
    ))}
  </Tabs>
);

/** Shown if this person has no items in a lane. */
function NothingLeft({ counts }: { counts: LaneCounts | undefined }) {
  const following = counts && lanes.find(({ lane }) => counts[lane] > 0);
  if (!following || !counts) {
    return <Notice title="Nothing to review">New items appear here.</Notice>;
  }
  const { lane, name } = following;
  return (
    <Notice
      title="Nothing left in this lane"
      actions={
        <Link to="/" search={{ lane }} className={buttonStyle()}>
          Continue with {name}: {number.format(counts[lane])}
        </Link>
      }
    />
  );
}

/**
 * The items reserved for this person, without decided ones. Loads more before they
 * run out.
 */
function useItems(lane: Lane | undefined, counts: LaneCounts | undefined) {
  const query = useNextItems(lane);
  const decided = useDecided();
  const rows = (query.data ?? []).filter((item) => !decided.has(item.id));
  const { length } = rows;
  const open = lane === undefined ? 0 : (counts?.[lane] ?? 0);
  const asked = useRef(-1);
  useEffect(() => {
    // With the same number of open items the service would return no others.
    if (query.isFetching || length >= fewest || open <= length) return;
    if (asked.current === open) return;
    asked.current = open;
    void readDeskAgain();
  }, [query.isFetching, length, open]);
  return { query, rows };
}

/**
 * Moves the focus to the first row, unless the person is typing. Its case is the
 * work to do.
 */
function useFirstRow(isAny: boolean, { isEntered, moveTo, arrive }: ListFocus) {
  useEffect(() => {
    if (!isAny || isEntered) return;
    if (isFocusFree()) moveTo(0);
    else arrive(0);
  }, [isAny, isEntered, moveTo, arrive]);
}

/** More items of the lane are loaded as these are decided. */
const endOf = (count: number, open: number): string =>
  `Reserved for you: ${number.format(count)} of ${number.format(Math.max(open, count))}`;

export function DeskPage() {
  const counts = useDeskCounts();
  const search = route.useSearch();
  const lane = search.lane ?? (counts && firstLane(counts));
  return <Desk key={lane} lane={lane} counts={counts} />;
}

function Desk({ lane, counts }: LaneLinksProps) {
  const navigate = useNavigate();
  const { query, rows } = useItems(lane, counts);
  const focus = useListFocus(`desk ${lane}`, rows);
  const { row, moveTo } = focus;
  useUndoKeys();
  useFirstRow(rows.length > 0, focus);
  useRestoredRow(rows, subjectOf, moveTo);
  // The lane stays open while its last item leaves.
  useEffect(() => {
    if (lane !== undefined) void navigate({ to: '/', search: { lane }, replace: true });
  }, [lane, navigate]);
  const settle = useCallback((asked: readonly string[], done: ReadonlySet<string>) => {
    const refused = asked.filter((id) => !done.has(id));
    if (refused.length === 0) return;
    bringBack(refused);
    void readDeskAgain();
  }, []);
  const { foot, layer } = useDeskKeys({
    item: row,
    onHidden: (ids) => putAway(rows.filter((item) => ids.includes(subjectOf(item)))),
    onSettled: settle,
  });
  return (
    <DeskList
      tabs={<LaneLinks lane={lane} counts={counts} />}
      drawCase={() => row && <DeskCase key={row.id} item={row} foot={foot} />}
      query={query}
      rows={rows}
      total={rows.length}
      focus={focus}
      end={lane && counts && endOf(rows.length, counts[lane])}
      empty={<NothingLeft counts={counts} />}
    >
      {layer}
    </DeskList>
  );
}
