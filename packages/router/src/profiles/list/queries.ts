import { preparedSql, statements, stretchBits as segmentBits } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../context.ts';
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
  select coalesce(sum(total), 0)::float8 as all_count, coalesce(sum(hidden), 0)::float8 as hidden_count
  from profile_stretches
`;

const columns = sql.join(profileColumns.map((column) => sql.ref(`page.${column}`)));

/** Which of the statements a page is read by; all else is how many rows it has, $1, and how many come before it, $2. */
type Kind = Pick<PageRequest, 'oldestFirst' | 'withHidden'>;

const size = sql.raw('$1');
const before = sql.raw('$2');

const rowsOf = ({ withHidden }: Kind) => (withHidden ? sql`true` : sql`not hidden`);

const orderOf = ({ oldestFirst }: Kind) => (oldestFirst ? sql`asc` : sql`desc`);

/** A page near the end it is counted from is read by the index, past what comes before it. */
const nearPage = (kind: Kind) => sql`
  with page as (
    select * from profiles where ${rowsOf(kind)}
    order by position ${orderOf(kind)} limit ${size} offset ${before}
  )
`;

/**
 * A page further in begins in a segment that the counts show, and what is skipped one by one lies within that segment: a page
 * in the middle of a million costs what one in the middle of some thousands does.
 */
function farPage(kind: Kind) {
  const rows = rowsOf(kind);
  const order = orderOf(kind);
  const bits = sql.lit(segmentBits);
  const counted = kind.withHidden ? sql`sum(total)` : sql`sum(total - hidden)`;
  const segment = sql`(select stretch from place)`;
  const within = kind.oldestFirst
    ? sql`position >= (${segment} << ${bits})`
    : sql`position < ((${segment} + 1) << ${bits})`;
  const first = sql`(
    select position from profiles where ${rows} and ${within}
    order by position ${order} limit 1 offset ${before}::bigint - (select before from place)
  )`;
  return sql`
    with sized as (select stretch, ${counted} as size from profile_stretches group by stretch),
    placed as (
      select stretch, size, sum(size) over (order by stretch ${order}) - size as before from sized
    ),
    place as (
      select stretch, before::bigint as before from placed
      where before <= ${before}::bigint and ${before}::bigint < before + size
    ),
    page as (
      select * from profiles where ${rows} and position ${kind.oldestFirst ? sql`>=` : sql`<=`} ${first}
      order by position ${order} limit ${size}
    )
  `;
}

type Row = { all_count: number; hidden_count: number; position: string | null } & ProfileRow;

const pageQuery = (kind: Kind, page: RawBuilder<unknown>) =>
  preparedSql(
    () => sql<Row>`
      ${page}
      select totals.all_count, totals.hidden_count, page.position, ${columns}
      from (${totals}) totals left join page on true order by page.position ${orderOf(kind)}
    `,
  );

const queriesOf = (kind: Kind) => ({
  near: pageQuery(kind, nearPage(kind)),
  far: pageQuery(kind, farPage(kind)),
});

const bothEnds = (withHidden: boolean) => ({
  newest: queriesOf({ withHidden, oldestFirst: false }),
  oldest: queriesOf({ withHidden, oldestFirst: true }),
});

const queries = { every: bothEnds(true), visible: bothEnds(false) };

/** A page of the profiles in the order of their creation and the counts of all, from one snapshot and in one statement. */
export async function readPage(em: EntityManager, request: PageRequest): Promise<Page> {
  const skipped = (request.page - 1) * request.limit;
  const { newest, oldest } = queries[request.withHidden ? 'every' : 'visible'];
  const { near, far } = request.oldestFirst ? oldest : newest;
  const rows = await (skipped <= nearby ? near : far)(em, request.limit, skipped);
  const { all_count: all = 0, hidden_count: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    // Past the end there is one row: the counts, beside no profile.
    rows: rows.filter(({ position }) => position !== null),
  };
}

/** The profiles that are not hidden and come after a position, oldest first. */
export const readAfter = (em: EntityManager, position: number, limit: number) =>
  statements(em)
    .selectFrom('profiles')
    .select(profileColumns)
    .select('position')
    .where('hidden', '=', false)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
