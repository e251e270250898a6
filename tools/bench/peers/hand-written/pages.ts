import { prepared } from './database.ts';
import { profileColumns, type ProfileRow } from './profile-view.ts';

type Row = ProfileRow & {
  all_count: number;
  hidden_count: number;
  position: string | null;
};

/** Rows that are cheaper to skip than to find a page's beginning. */
const nearby = 400;

const ending = `
  select totals.*, page.* from (
    select coalesce(sum(total), 0)::float8 as all_count, coalesce(sum(hidden), 0)::float8 as hidden_count
    from profile_segments
  ) totals left join page on true order by page.position desc`;

const nearPage = prepared<Row>(
  'near-page',
  `with page as (
    select position, ${profileColumns} from profiles where not hidden
    order by position desc limit $1 offset $2
  ) ${ending}`,
);

/**
 * The counts give the segment in which a page begins. Only its earlier rows are
 * skipped.
 */
const farPage = prepared<Row>(
  'far-page',
  `with start as (
    select number, before::bigint from (
      select number, size, sum(size) over (order by number desc) - size as before from (
        select segment as number, sum(total - hidden)::float8 as size from profile_segments group by 1
      ) sized
    ) placed where before <= $2::bigint and $2::bigint < before + size
  ),
  page as (
    select position, ${profileColumns} from profiles
    where not hidden and position <= (
      select position from profiles
      where not hidden and position < (((select number from start) + 1) << 12)
      order by position desc limit 1 offset $2::bigint - (select before from start)
    )
    order by position desc limit $1
  ) ${ending}`,
);

export type PageRequest = { page: number; limit: number };

export async function readPage({ page, limit }: PageRequest) {
  const offset = (page - 1) * limit;
  const rows = await (offset <= nearby ? nearPage : farPage)([limit, offset]);
  const { all_count: all = 0, hidden_count: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    rows: rows.filter(({ position }) => position !== null),
  };
}
