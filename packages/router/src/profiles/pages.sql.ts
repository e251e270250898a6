import {
  columnsOf,
  countedGroups,
  type Executor,
  groupBits,
  lookedUpTogether,
  preparedSql,
  segmentBits,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { shownColumns, type ShownRow } from './profiles.sql.ts';
import { largestPage } from './schemas.ts';

export type PageRequest = {
  page: number;
  limit: number;
  oldestFirst: boolean;
  withHidden: boolean;
  /** Of those that are not hidden alone: whoever sees hidden ones sees all of each. */
  withOwners: boolean;
};

type Counts = { all: number; hidden: number; active: number };

export type Page = { count: Counts; rows: ShownRow[] };

/** Rows up to which skipping them one by one costs less than finding out where a page begins. */
const nearby = 400;

/** Counts come as float8, which JavaScript's numbers are: exact far beyond any number of profiles. */
const totals = sql`
  select coalesce(sum(total), 0)::float8 as "allCount", coalesce(sum(hidden), 0)::float8 as "hiddenCount"
  from ${countedGroups} counted
`;

/** Which of the statements a page is read by. */
type Kind = Pick<PageRequest, 'oldestFirst' | 'withHidden' | 'withOwners'>;

const rowsOf = ({ withHidden }: Kind) => (withHidden ? sql`true` : sql`not hidden`);

const orderOf = ({ oldestFirst }: Kind) => (oldestFirst ? sql`asc` : sql`desc`);

/** PostgreSQL can't see a limit in a parameter and would plan for a tenth of the table, so there is a literal one besides. */
const pageFrom = (kind: Kind, chosen: RawBuilder<unknown>, most: number) => sql`
  select * from profiles where ${rowsOf(kind)} and ${chosen} order by position ${orderOf(kind)} limit ${sql.lit(most)}
`;

/** A page near the end it is counted from is read by the index, past what comes before it. */
const nearPage = (kind: Kind) => sql`
  select * from (${pageFrom(kind, sql`true`, nearby + largestPage)}) near limit asked.size offset asked.skipped
`;

/** Where a page begins among numbered counts, `before` of the rows being in front of the first of them: in which, and after how many. */
const startAmong = (
  counts: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) => sql`
  select number, before::bigint, size::bigint from (
    select number, size, ${before} + sum(size) over (order by number ${order}) - size as before from (${counts}) sized
  ) placed
  where before <= asked.skipped and asked.skipped < before + size
`;

/** In which group, then in which of its segments a page begins, by their counts. */
function startOf(kind: Kind) {
  const order = orderOf(kind);
  const size = kind.withHidden
    ? sql`sum(total)::float8`
    : sql`sum(total - hidden)::float8`;
  const group = sql`(select number from start_group)`;
  const bits = sql.lit(groupBits - segmentBits);
  const groups = sql`select number, ${size} as size from ${countedGroups} counted group by 1`;
  const segments = sql`
    select segment as number, ${size} as size from profile_segments
    where segment >= (${group} << ${bits}) and segment < ((${group} + 1) << ${bits}) group by 1
  `;
  return sql`
    start_group as (${startAmong(groups, sql`0`, order)}),
    start as (${startAmong(segments, sql`(select before from start_group)`, order)})
  `;
}

/**
 * A page further in begins in a segment that the counts show. What is skipped one by one lies within that segment, and is counted
 * from its nearer end: a page in the middle of a billion costs what one in the middle of some thousands does.
 */
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
    with ${startOf(kind)}
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
 * Reads pages, each written as how many rows it has and how many come before it. PostgreSQL counts the elements of an array, and
 * would plan anew each time for fewer than it expects of any; of JSON it always expects as many.
 */
const pagesQuery = (kind: Kind, pageOf: typeof nearPage) =>
  preparedSql(
    (value: Value<{ pages: string }>) => sql<Row>`
      with asked as (
        select page, split_part(page, ' ', 1)::int as size, split_part(page, ' ', 2)::bigint as skipped
        from json_array_elements_text(${value('pages')}::json) as pages (page)
      )
      select asked.page, totals.*, found.position, ${columnsOf('found', shownColumns(kind.withOwners))}
      from (${totals}) totals cross join asked left join lateral (${pageOf(kind)}) found on true
      order by asked.page, found.position ${orderOf(kind)}
    `,
  );

function pageOfRows(rows: readonly Row[]): Page {
  const { allCount: all = 0, hiddenCount: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    // Past the end there is one row: the counts, beside no profile.
    rows: rows.filter(({ position }) => position !== null),
  };
}

/** Those who ask at the same time have their pages read by one statement, each page once: they may not change what it gives. */
function together(kind: Kind, pageOf: typeof nearPage) {
  const read = pagesQuery(kind, pageOf);
  return lookedUpTogether(async (em, _: undefined, pages: readonly string[]) => {
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

const bothEnds = (of: Omit<Kind, 'oldestFirst'>) => ({
  newest: bothOf({ ...of, oldestFirst: false }),
  oldest: bothOf({ ...of, oldestFirst: true }),
});

const queries = {
  every: bothEnds({ withHidden: true, withOwners: false }),
  visible: bothEnds({ withHidden: false, withOwners: false }),
  visibleWithOwners: bothEnds({ withHidden: false, withOwners: true }),
};

/**
 * A page of the profiles in the order of their creation and the counts of all, from one snapshot and in one statement: the same
 * object for all who have it read together.
 */
export async function readPage(
  em: Executor,
  { page, limit, oldestFirst, withHidden, withOwners }: PageRequest,
): Promise<Page> {
  const skipped = (page - 1) * limit;
  const visible = withOwners ? 'visibleWithOwners' : 'visible';
  const { newest, oldest } = queries[withHidden ? 'every' : visible];
  const { near, far } = oldestFirst ? oldest : newest;
  const read = await (skipped <= nearby ? near : far)(
    em,
    undefined,
    `${limit} ${skipped}`,
  );
  return read ?? pageOfRows([]);
}
