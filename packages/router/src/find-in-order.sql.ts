import {
  type Condition,
  every,
  type Executor,
  type Keyset,
  type OptionalCondition,
  type SortKey,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/*
 * Finds the rows that match conditions, in an order, one page at a time.
 *
 * Problem: frequent matches are found fast along the order, rare ones by their
 * own index. PostgreSQL can't tell which case it has.
 *
 * Plan: scan the next 5,000 rows of the order. If they don't fill the page,
 * gather all matches by their index and sort them. If no index helps, scan 5,000
 * more rows and stop. The page then ends early, and the next one continues there.
 *
 * Price: a rare text costs a scan of 5,000 rows before its index is used.
 */

const scanned = 5_000;

/** How many chunks one search scans if no index helps. */
const mostChunks = 2;

export type Found = { id: string; sortKey: SortKey };

export type Finding = {
  order: Keyset;
  /** Conditions that the order's own index covers. */
  within: readonly OptionalCondition[];
  conditions: readonly OptionalCondition[];
  /** Whether an index finds the matches. */
  isIndexed: boolean;
  after: SortKey | undefined;
  limit: number;
};

const entry = ({ order, within, after }: Finding): Condition =>
  every([...order.isAfter(after), ...within]);

/** Selects the matches among the next rows of the order. */
const scan = (finding: Finding): RawBuilder<Found> => {
  const { table, order, sortKey } = finding.order;
  return sql`
    select id, ${sortKey} from (
      select * from ${table} where ${entry(finding)} order by ${order} limit ${scanned}
    ) ${table}
    where ${every(finding.conditions)} order by ${order} limit ${finding.limit}
  `;
};

/** Selects the last row of a scan; none if fewer rows remain. */
const lastOf = (finding: Finding): RawBuilder<{ sortKey: SortKey }> => {
  const { table, order, sortKey } = finding.order;
  return sql`
    select ${sortKey} from ${table} where ${entry(finding)} order by ${order} limit 1 offset ${scanned - 1}
  `;
};

/** Materialized, so that PostgreSQL can't use the order's index. */
const gather = (finding: Finding): RawBuilder<Found> => {
  const { table, columns, order, sortKey, isAfter } = finding.order;
  const { after, limit } = finding;
  return sql`
    with matching as materialized (
      select id as found, ${columns} from ${table}
      where ${every([...finding.conditions, ...isAfter(after)])}
    )
    select found as id, ${sortKey} from matching ${table} order by ${order} limit ${limit}
  `;
};

/** Returns at most `limit`. `reached` is set if the search stopped early. */
export async function findInOrder(
  em: Executor,
  finding: Finding,
): Promise<{ found: Found[]; reached: SortKey | undefined }> {
  const found: Found[] = [];
  let { after } = finding;
  for (let chunk = 1; chunk <= mostChunks; chunk += 1) {
    const next = { ...finding, after, limit: finding.limit - found.length };
    found.push(...(await scan(next).execute(statements(em))).rows);
    if (found.length === finding.limit) {
      return { found, reached: undefined };
    }
    const [last] = (await lastOf(next).execute(statements(em))).rows;
    if (!last) {
      return { found, reached: undefined };
    }
    if (finding.isIndexed) {
      const { rows } = await gather(finding).execute(statements(em));
      return { found: rows, reached: undefined };
    }
    after = last.sortKey;
  }
  return { found, reached: after };
}
