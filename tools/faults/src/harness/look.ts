import { openOrm, statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { soon } from './soon.ts';

/** A connection besides the service's own. */
export type Look = AsyncDisposable & {
  orm: Orm;
  /** All wrong short codes compared so far. */
  compared(): Promise<number>;
  /**
   * The number of mails by state: `{ 'sent': 3, 'refused recipient_inactive': 1
   * }`.
   */
  outbox(): Promise<Record<string, number>>;
};

export async function lookInto(url: string): Promise<Look> {
  const orm = await openOrm({ url, poolSize: 2 });
  const db = () => statements(orm.em.fork());
  return {
    orm,
    compared: async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(count), 0)::int as count from hourly_counts where counter = 'wrong_guesses'
      `.execute(db());
      return rows[0]?.count ?? 0;
    },
    outbox: async () => {
      const { rows } = await sql<{ state: string; count: number }>`
        select concat_ws(' ', state, case state when 'sent' then null else outcome end) as state, count(*)::int
        from outbox group by 1
      `.execute(db());
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    [Symbol.asyncDispose]: () => orm.close(),
  };
}

/** Waits until no mail is queued. */
export const settled = async (look: Look): Promise<true> =>
  soon(async () => {
    const states = Object.keys(await look.outbox());
    return states.some((state) => state.startsWith('queued')) ? undefined : true;
  }, 'mail is queued still');
