import { columnsOf, type Executor, preparedSql, segmentBits, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { profileColumns, type ProfileRow } from '../queries.ts';

export type PageRequest = {
  page: number;
  limit: number;
  oldestFirst: boolean;
  withHidden: boolean;
};

type Counts = { all: number; hidden: number; active: number };

export type Page = { count: Counts; rows: ProfileRow[] };

/** Rows up to which skipping them one by one costs less than finding out where a page begins. */
const nearby = 400;

/** Counts come as float8, which JavaScript's numbers are: exact far beyond any number of profiles. */
const totals = sql`
  select coalesce(sum(total), 0)::float8 as "allCount", coalesce(sum(hidden), 0)::float8 as "hiddenCount"
  from profile_segments
`;

/** Which of the statements a page is read by. */
type Kind = Pick<PageRequest, 'oldestFirst' | 'withHidden'>;

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

/**
 * A page further in begins in a segment that the counts show, and what is skipped one by one lies within that segment: a page
 * in the middle of a million costs what one in the middle of some thousands does.
 */
function farPage(kind: Kind, value: Value<Extent>) {
  const skipped = sql`${value('skipped')}::bigint`;
  const rows = rowsOf(kind);
  const order = orderOf(kind);
  const bits = sql.lit(segmentBits);
  const counted = kind.withHidden ? sql`sum(total)` : sql`sum(total - hidden)`;
  const segment = sql`(select segment from start)`;
  const within = kind.oldestFirst
    ? sql`position >= (${segment} << ${bits})`
    : sql`position < ((${segment} + 1) << ${bits})`;
  const first = sql`(
    select position from profiles where ${rows} and ${within}
    order by position ${order} limit 1 offset ${skipped} - (select before from start)
  )`;
  return sql`
    with sized as (select segment, ${counted} as size from profile_segments group by segment),
    placed as (
      select segment, size, sum(size) over (order by segment ${order}) - size as before from sized
    ),
    start as (
      select segment, before::bigint as before from placed
      where before <= ${skipped} and ${skipped} < before + size
    ),
    page as (
      select * from profiles where ${rows} and position ${kind.oldestFirst ? sql`>=` : sql`<=`} ${first}
      order by position ${order} limit ${value('limit')}
    )
  `;
}

type Row = { allCount: number; hiddenCount: number; position: string | null } & ProfileRow;

const pageQuery = (kind: Kind, page: typeof nearPage) =>
  preparedSql(
    (value: Value<Extent>) => sql<Row>`
      ${page(kind, value)}
      select totals.*, page.position, ${columnsOf('page', profileColumns)}
      from (${totals}) totals left join page on true order by page.position ${orderOf(kind)}
    `,
  );

const queriesOf = (kind: Kind) => ({
  near: pageQuery(kind, nearPage),
  far: pageQuery(kind, farPage),
});

const bothEnds = (withHidden: boolean) => ({
  newest: queriesOf({ withHidden, oldestFirst: false }),
  oldest: queriesOf({ withHidden, oldestFirst: true }),
});

const queries = { every: bothEnds(true), visible: bothEnds(false) };

/** A page of the profiles in the order of their creation and the counts of all, from one snapshot and in one statement. */
export async function readPage(
  em: Executor,
  { page, limit, oldestFirst, withHidden }: PageRequest,
): Promise<Page> {
  const skipped = (page - 1) * limit;
  const { newest, oldest } = queries[withHidden ? 'every' : 'visible'];
  const { near, far } = oldestFirst ? oldest : newest;
  const rows = await (skipped <= nearby ? near : far)(em, { limit, skipped });
  const { allCount: all = 0, hiddenCount: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    // Past the end there is one row: the counts, beside no profile.
    rows: rows.filter(({ position }) => position !== null),
  };
}
