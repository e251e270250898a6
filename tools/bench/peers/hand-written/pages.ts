import { prepared } from './database.ts';
import { profileColumns, type ProfileRow } from './profile-view.ts';

type Row = ProfileRow & {
  all_count: number;
  hidden_count: number;
  position: string | null;
};

/** Rows that are cheaper to skip than to find a page's beginning. */
const nearby = 400;

const totals = `(select coalesce(sum(total), 0)::float8 as all_count, coalesce(sum(hidden), 0)::float8 as hidden_count
  from profile_segments) totals`;

const ending = (order: string) =>
  `select totals.*, page.* from ${totals} left join page on true order by page.position ${order}`;

type Kind = { rows: string; size: string; order: 'asc' | 'desc' };

const nearText = ({ rows, order }: Kind) => `
  with page as (
    select position, ${profileColumns} from profiles where ${rows}
    order by position ${order} limit $1 offset $2
  ) ${ending(order)}`;

/** The segment in which a page begins. */
const startText = (size: string, order: string) => `
  select number, before::bigint from (
    select number, size, sum(size) over (order by number ${order}) - size as before from (
      select segment as number, sum(${size})::float8 as size from profile_segments group by 1
    ) sized
  ) placed where before <= $2::bigint and $2::bigint < before + size`;

/**
 * The counts give the segment in which a page begins. Only its earlier rows are
 * skipped.
 */
const farText = ({ rows, size, order }: Kind) => `
  with start as (${startText(size, order)}),
  page as (
    select position, ${profileColumns} from profiles
    where ${rows} and position ${order === 'asc' ? '>=' : '<='} (
      select position from profiles where ${rows} and ${
        order === 'asc'
          ? 'position >= ((select number from start) << 12)'
          : 'position < (((select number from start) + 1) << 12)'
      }
      order by position ${order} limit 1 offset $2::bigint - (select before from start)
    )
    order by position ${order} limit $1
  ) ${ending(order)}`;

function statementsOf(kind: Kind, name: string) {
  return {
    near: prepared<Row>(`near-page-${name}`, nearText(kind)),
    far: prepared<Row>(`far-page-${name}`, farText(kind)),
  };
}

const visible = { rows: 'not hidden', size: 'total - hidden' };
const every = { rows: 'true', size: 'total' };

const statements = {
  visible: {
    newest: statementsOf({ ...visible, order: 'desc' }, 'visible-newest'),
    oldest: statementsOf({ ...visible, order: 'asc' }, 'visible-oldest'),
  },
  every: {
    newest: statementsOf({ ...every, order: 'desc' }, 'every-newest'),
    oldest: statementsOf({ ...every, order: 'asc' }, 'every-oldest'),
  },
};

export type PageRequest = { page: number; limit: number; reverse: boolean };

export async function readPage(
  { page, limit, reverse }: PageRequest,
  withHidden: boolean,
) {
  const offset = (page - 1) * limit;
  const { near, far } =
    statements[withHidden ? 'every' : 'visible'][reverse ? 'oldest' : 'newest'];
  const rows = await (offset <= nearby ? near : far)([limit, offset]);
  const { all_count: all = 0, hidden_count: hidden = 0 } = rows[0] ?? {};
  return {
    count: { all, hidden, active: all - hidden },
    rows: rows.filter(({ position }) => position !== null),
  };
}
