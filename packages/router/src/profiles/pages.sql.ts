import {
  columnsOf,
  type Executor,
  lookedUpTogether,
  preparedSql,
  segmentBits,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { shownColumns, type ShownRow } from './profiles.sql.ts';
import { largestPage } from './schemas.ts';

/*
 * Reads a page of all profiles by its number, with exact counts.
 *
 * Problem: `offset` and `count(*)` read every row, too slow for a million
 * profiles.
 *
 * Plan: a trigger counts profiles per segment of 4,096 positions. The totals are
 * sums over the segments. A page near its end of the list uses `offset`. For
 * another page the running sum gives its segment. Only rows of that segment are
 * skipped, from its nearer end.
 *
 * Price: each insert, delete and hiding writes a count. Each list sums up some 20
 * rows per segment: 5 ms at ten million profiles. There are 8 prepared
 * statements, for order, visible rows, and near or far.
 */

export type PageRequest = {
  page: number;
  limit: number;
  oldestFirst: boolean;
  withHidden: boolean;
};

type Counts = { all: number; hidden: number; active: number };

export type Page = { count: Counts; rows: ShownRow[] };

/** Up to this many rows, skipping them is cheaper than looking up the segment. */
const nearby = 400;

/** float8, like JavaScript's numbers: exact far beyond any real count. */
const totals = sql`
  select coalesce(sum(total), 0)::float8 as "allCount", coalesce(sum(hidden), 0)::float8 as "hiddenCount"
  from profile_segments
`;

/** Selects one of the prepared statements. */
type Kind = Pick<PageRequest, 'oldestFirst' | 'withHidden'>;

const rowsOf = ({ withHidden }: Kind) => (withHidden ? sql`not held` : sql`not hidden`);

const orderOf = ({ oldestFirst }: Kind) => (oldestFirst ? sql`asc` : sql`desc`);

/** The literal limit is for the planner, which can't see one in a parameter. */
const pageFrom = (kind: Kind, chosen: RawBuilder<unknown>, most: number) => sql`
  select * from profiles where ${rowsOf(kind)} and ${chosen} order by position ${orderOf(kind)} limit ${sql.lit(most)}
`;

/** A page near its end of the list: skips the rows before it along the index. */
const nearPage = (kind: Kind) => sql`
  select * from (${pageFrom(kind, sql`true`, nearby + largestPage)}) near limit asked.size offset asked.skipped
`;

/** The segment of the page's first row. `before` rows precede the segment. */
const startOf = (kind: Kind) => sql`
  select number, before::bigint, size::bigint from (
    select number, size, sum(size) over (order by number ${orderOf(kind)}) - size as before from (
      select segment as number, sum(${kind.withHidden ? sql`total` : sql`total - hidden`})::float8 as size
      from profile_segments group by 1
    ) sized
  ) placed
  where before <= asked.skipped and asked.skipped < before + size
`;

/** Skips rows only in the segment where the page begins, from its nearer end. */
function farPage(kind: Kind) {
  const bits = sql.lit(segmentBits);
  const nth = (order: RawBuilder<unknown>, skipped: RawBuilder<unknown>) => sql`(
    select position from profiles
    where ${rowsOf(kind)} and position >= (select number << ${bits} from start)
      and position < (select (number + 1) << ${bits} from start)
    order by position ${order} limit 1 offset ${skipped}
  )`;
  const skipped = sql`asked.skipped - (select before from start)`;
  const first = sql`case when (select (asked.skipped - before) * 2 < size from start)
    then ${nth(orderOf(kind), skipped)}
    else ${nth(orderOf({ ...kind, oldestFirst: !kind.oldestFirst }), sql`(select size from start) - 1 - (${skipped})`)}
  end`;
  const isOnPage = sql`position ${kind.oldestFirst ? sql`>=` : sql`<=`} (${first})`;
  return sql`
    with start as (${startOf(kind)})
    select * from (${pageFrom(kind, isOnPage, largestPage)}) far limit asked.size
  `;
}

type Row = {
  page: string;
  allCount: number;
  hiddenCount: number;
  position: string | null;
} & ShownRow;

/**
 * Each page is text: size and skipped rows. Given as JSON, because PostgreSQL
 * plans again for arrays of different lengths.
 */
const pagesQuery = (kind: Kind, pageOf: typeof nearPage) =>
  preparedSql(
    (value: Value<{ pages: string }>) => sql<Row>`
      with asked as (
        select page, split_part(page, ' ', 1)::int as size, split_part(page, ' ', 2)::bigint as skipped
        from json_array_elements_text(${value('pages')}::json) as pages (page)
      )
      select asked.page, totals.*, found.position, ${columnsOf('found', shownColumns)}
      from (${totals}) totals cross join asked left join lateral (${pageOf(kind)}) found on true
      order by asked.page, found.position ${orderOf(kind)}
    `,
  );

function pageOfRows(rows: readonly Row[]): Page {
  const { allCount: all = 0, hiddenCount: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    // Past the end there is one row with only the counts.
    rows: rows.filter(({ position }) => position !== null),
  };
}

/** Concurrent callers share one statement and must not change its result. */
function together(kind: Kind, pageOf: typeof nearPage) {
  const read = pagesQuery(kind, pageOf);
  return lookedUpTogether(async (em, pages) => {
    const rows = await read(em, { pages: JSON.stringify([...new Set(pages)]) });
    const byPage = Map.groupBy(rows, ({ page }) => page);
    return new Map(
      [...byPage].map(([page, rowsOfPage]) => [page, pageOfRows(rowsOfPage)]),
    );
  });
}

const bothOf = (kind: Kind) => ({
  near: together(kind, nearPage),
  far: together(kind, farPage),
});

const bothEnds = (withHidden: boolean) => ({
  newest: bothOf({ withHidden, oldestFirst: false }),
  oldest: bothOf({ withHidden, oldestFirst: true }),
});

const queries = { every: bothEnds(true), visible: bothEnds(false) };

/** In order of creation, with the counts from the same snapshot. */
export async function readPage(
  em: Executor,
  { page, limit, oldestFirst, withHidden }: PageRequest,
): Promise<Page> {
  const skipped = (page - 1) * limit;
  const { newest, oldest } = queries[withHidden ? 'every' : 'visible'];
  const { near, far } = oldestFirst ? oldest : newest;
  const read = await (skipped <= nearby ? near : far)(em, `${limit} ${skipped}`);
  return read ?? pageOfRows([]);
}
