import {
  columnsOf,
  countedGroups,
  type Executor,
  groupBits,
  preparedSql,
  readTogether,
  segmentBits,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { shownColumns, type ShownRow } from '../queries.ts';

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

/** How many rows a page has, and how many come before it. */
type Extent = { limit: number; skipped: number };

const rowsOf = ({ withHidden }: Kind) => (withHidden ? sql`true` : sql`not hidden`);

const orderOf = ({ oldestFirst }: Kind) => (oldestFirst ? sql`asc` : sql`desc`);

/** A page near the end it is counted from is read by the index, past what comes before it. */
const nearPage = (kind: Kind, value: Value<Extent>) => sql`
  with page as (
    select * from profiles where ${rowsOf(kind)}
    order by position ${orderOf(kind)} limit ${value('limit')} offset ${value('skipped')}
  )
`;

/** Where a page begins among numbered counts, `before` of the rows being in front of the first of them: in which, and after how many. */
const startAmong = (
  counts: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
  { order, skipped }: Record<'order' | 'skipped', RawBuilder<unknown>>,
) => sql`
  select number, before::bigint from (
    select number, size, ${before} + sum(size) over (order by number ${order}) - size as before from (${counts}) sized
  ) placed
  where before <= ${skipped} and ${skipped} < before + size
`;

/** In which group, then in which of its segments a page begins, by their counts. */
function startOf(kind: Kind, skipped: RawBuilder<unknown>) {
  const place = { order: orderOf(kind), skipped };
  const size = kind.withHidden ? sql`sum(total)::float8` : sql`sum(total - hidden)::float8`;
  const group = sql`(select number from start_group)`;
  const bits = sql.lit(groupBits - segmentBits);
  const groups = sql`select number, ${size} as size from ${countedGroups} counted group by 1`;
  const segments = sql`
    select segment as number, ${size} as size from profile_segments
    where segment >= (${group} << ${bits}) and segment < ((${group} + 1) << ${bits}) group by 1
  `;
  return sql`
    start_group as (${startAmong(groups, sql`0`, place)}),
    start as (${startAmong(segments, sql`(select before from start_group)`, place)})
  `;
}

/**
 * A page further in begins in a segment that the counts show, and what is skipped one by one lies within that segment: a page
 * in the middle of a billion costs what one in the middle of some thousands does.
 */
function farPage(kind: Kind, value: Value<Extent>) {
  const skipped = sql`${value('skipped')}::bigint`;
  const rows = rowsOf(kind);
  const order = orderOf(kind);
  const bits = sql.lit(segmentBits);
  const segment = sql`(select number from start)`;
  const within = kind.oldestFirst
    ? sql`position >= (${segment} << ${bits})`
    : sql`position < ((${segment} + 1) << ${bits})`;
  const first = sql`(
    select position from profiles where ${rows} and ${within}
    order by position ${order} limit 1 offset ${skipped} - (select before from start)
  )`;
  return sql`
    with ${startOf(kind, skipped)},
    page as (
      select * from profiles where ${rows} and position ${kind.oldestFirst ? sql`>=` : sql`<=`} ${first}
      order by position ${order} limit ${value('limit')}
    )
  `;
}

type Row = { allCount: number; hiddenCount: number; position: string | null } & ShownRow;

const pageQuery = (kind: Kind, page: typeof nearPage) =>
  preparedSql(
    (value: Value<Extent>) => sql<Row>`
      ${page(kind, value)}
      select totals.*, page.position, ${columnsOf('page', shownColumns(kind.withOwners))}
      from (${totals}) totals left join page on true order by page.position ${orderOf(kind)}
    `,
  );

const queriesOf = (kind: Kind) => ({
  near: pageQuery(kind, nearPage),
  far: pageQuery(kind, farPage),
});

const bothEnds = (of: Omit<Kind, 'oldestFirst'>) => ({
  newest: queriesOf({ ...of, oldestFirst: false }),
  oldest: queriesOf({ ...of, oldestFirst: true }),
});

const queries = {
  every: bothEnds({ withHidden: true, withOwners: false }),
  visible: bothEnds({ withHidden: false, withOwners: false }),
  visibleWithOwners: bothEnds({ withHidden: false, withOwners: true }),
};

const findPage = async (
  em: Executor,
  { page, limit, oldestFirst, withHidden, withOwners }: PageRequest,
): Promise<Page> => {
  const skipped = (page - 1) * limit;
  const visible = withOwners ? 'visibleWithOwners' : 'visible';
  const { newest, oldest } = queries[withHidden ? 'every' : visible];
  const { near, far } = oldestFirst ? oldest : newest;
  const rows = await (skipped <= nearby ? near : far)(em, { limit, skipped });
  const { allCount: all = 0, hiddenCount: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    // Past the end there is one row: the counts, beside no profile.
    rows: rows.filter(({ position }) => position !== null),
  };
};

/**
 * A page of the profiles in the order of their creation and the counts of all, from one snapshot and in one statement. Those who ask
 * for the same page at the same time share the read, and so may not change what it gives.
 */
export const readPage = readTogether(
  ({ page, limit, oldestFirst, withHidden, withOwners }: PageRequest) =>
    `${page} ${limit} ${oldestFirst} ${withHidden} ${withOwners}`,
  findPage,
);
