import { statements, stretchBits } from '@namecard/db';
import { sql, type RawBuilder } from 'kysely';
import type { EntityManager } from '../context.ts';
import { profileColumns, type ProfileRow } from './view.ts';

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

type Terms = { rows: RawBuilder<unknown>; order: RawBuilder<unknown>; offset: number };

function termsOf({ page, limit, oldestFirst, withHidden }: PageRequest): Terms {
  return {
    rows: withHidden ? sql`true` : sql`not hidden`,
    order: oldestFirst ? sql`asc` : sql`desc`,
    offset: (page - 1) * limit,
  };
}

/** A page near the end it is counted from is read by the index, past what comes before it. */
const nearPage = ({ limit }: PageRequest, { rows, order, offset }: Terms) => sql`
  with page as (
    select * from profiles where ${rows} order by position ${order} limit ${limit} offset ${offset}
  )
`;

/**
 * A page further in begins in a stretch that the counts tell, and what is skipped one by one lies within that stretch: a page
 * in the middle of a million costs what one in the middle of some thousands does.
 */
function farPage({ limit, withHidden, oldestFirst }: PageRequest, terms: Terms) {
  const { rows, order, offset } = terms;
  const size = withHidden ? sql`sum(total)` : sql`sum(total - hidden)`;
  const stretch = sql`(select stretch from place)`;
  const within = oldestFirst
    ? sql`position >= (${stretch} << ${stretchBits}::int)`
    : sql`position < ((${stretch} + 1) << ${stretchBits}::int)`;
  const first = sql`(
    select position from profiles where ${rows} and ${within}
    order by position ${order} limit 1 offset ${offset}::bigint - (select before from place)
  )`;
  return sql`
    with sized as (select stretch, ${size} as size from profile_stretches group by stretch),
    placed as (
      select stretch, size, sum(size) over (order by stretch ${order}) - size as before from sized
    ),
    place as (
      select stretch, before::bigint as before from placed
      where before <= ${offset}::bigint and ${offset}::bigint < before + size
    ),
    page as (
      select * from profiles where ${rows} and position ${oldestFirst ? sql`>=` : sql`<=`} ${first}
      order by position ${order} limit ${limit}
    )
  `;
}

type Row = { all_count: number; hidden_count: number; position: string | null } & ProfileRow;

/** A page of the profiles in the order of their creation and the counts of all, from one snapshot and in one statement. */
export async function readPage(em: EntityManager, request: PageRequest): Promise<Page> {
  const terms = termsOf(request);
  const { rows } = await sql<Row>`
    ${terms.offset <= nearby ? nearPage(request, terms) : farPage(request, terms)}
    select totals.all_count, totals.hidden_count, page.position, ${columns}
    from (${totals}) totals left join page on true order by page.position ${terms.order}
  `.execute(statements(em));
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
