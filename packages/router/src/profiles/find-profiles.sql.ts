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
 * Finding the profiles that fulfil conditions, in an order, a page at a time.
 *
 * Problem: what is common is found at once along the order, and what is rare by its own index. PostgreSQL can't tell which it is.
 *
 * Plan: look through the next 5,000 rows of the order. If they do not fill the page, gather all that match by their index, and put
 * them in order. Where no index leads to them, look through 5,000 more and stop: the page ends there, and the next goes on.
 *
 * Price: a rare text costs one scan of 5,000 rows before its index is asked.
 */

/** Rows of a chunk. */
const scanned = 5_000;

/** Chunks that one search looks through where no index leads to what it asks for. */
const mostChunks = 2;

export type Found = { id: string; sortKey: SortKey };

export type Finding = {
  order: Keyset;
  /** What the order's own index settles. */
  within: readonly OptionalCondition[];
  /** What else a row of `profiles` has to fulfil. Few rows are looked at one by one. */
  conditions(oneByOne: boolean): readonly OptionalCondition[];
  /** Whether an index leads to what matches. */
  isIndexed: boolean;
  /** Tables that the conditions need when rows are not looked at one by one. */
  tables?: RawBuilder<unknown>;
  after: SortKey | undefined;
  limit: number;
};

const entry = ({ order, within, after }: Finding): Condition =>
  every([...order.isAfter(after), ...within]);

/** The matching ones among the next rows of the order. */
const scan = (finding: Finding): RawBuilder<Found> => {
  const { order, sortKey } = finding.order;
  return sql`
    select id, ${sortKey} from (
      select * from profiles where ${entry(finding)} order by ${order} limit ${scanned}
    ) profiles
    where ${every(finding.conditions(true))} order by ${order} limit ${finding.limit}
  `;
};

/** The last row that a scan looks at; none where it looks at all. */
const lastOf = (finding: Finding): RawBuilder<{ sortKey: SortKey }> => {
  const { order, sortKey } = finding.order;
  return sql`
    select ${sortKey} from profiles where ${entry(finding)} order by ${order} limit 1 offset ${scanned - 1}
  `;
};

/** All that match, put in order. Materialized, or they would be looked for along the order's index. */
const gather = (finding: Finding): RawBuilder<Found> => {
  const { order, sortKey, isAfter } = finding.order;
  const { tables, after, limit } = finding;
  return sql`
    with ${tables === undefined ? sql`` : sql`${tables},`} matching as materialized (
      select id, position, created_at, updated_at, username_key from profiles
      where ${every([...finding.conditions(false), ...isAfter(after)])}
    )
    select id, ${sortKey} from matching profiles order by ${order} limit ${limit}
  `;
};

/**
 * The ids and sort keys of the profiles that match, in order, `limit` at most. There may be fewer where the search stopped, and
 * `reached` is how far it came then.
 */
export async function findProfiles(
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
