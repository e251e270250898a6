import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { soon } from './inbox.ts';

/** What a run looks up in the service's database. */
export type Observed = {
  orm: Orm;
  /** Wrong short codes that were compared, over all addresses, since the beginning. */
  compared(): Promise<number>;
  /** Wrong short guesses that stand against an address. */
  standing(email: string): Promise<number>;
  /** Users of that address, their sessions, and challenges left. */
  signIns(email: string): Promise<{ users: number; sessions: number; challenges: number }>;
  /** How many mails are in each state, with the reason where there is one: `{ 'sent': 3, 'refused recipient_inactive': 1 }`. */
  outbox(email?: string): Promise<Record<string, number>>;
  close(): Promise<void>;
};

/** Opens a connection beside the service's own. */
export async function openDatabase(url: string): Promise<Observed> {
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
    standing: async (email) => {
      const { rows } = await sql<{ count: number }>`
        select cardinality(guesses) as count from addresses where email = ${email}
      `.execute(db());
      return rows[0]?.count ?? 0;
    },
    signIns: async (email) => {
      const { rows } = await sql<{ users: number; sessions: number; challenges: number }>`
        select (select count(*)::int from users where email_key = ${email}) as users,
          (select count(*)::int from sessions s join users u on u.id = s.user_id where email_key = ${email}) as sessions,
          (select count(*)::int from challenges where email = ${email}) as challenges
      `.execute(db());
      return rows[0] ?? { users: 0, sessions: 0, challenges: 0 };
    },
    outbox: async (email) => {
      const { rows } = await sql<{ state: string; count: number }>`
        select concat_ws(' ', state, case state when 'sent' then null else outcome end) as state, count(*)::int
        from outbox where ${email ?? null}::text is null or recipient = ${email ?? null}
        group by 1
      `.execute(db());
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },
    close: async () => orm.close(),
  };
}

/** Waits until no mail is queued any more. */
export const settled = async (database: Observed): Promise<true> =>
  soon(async () => {
    const states = Object.keys(await database.outbox());
    return states.some((state) => state.startsWith('queued')) ? undefined : true;
  }, 'mail is queued still');

/** Lets the time pass for which a claimed mail is one worker's, without waiting for it. */
export async function letLeasesEnd({ database }: { database: Observed }): Promise<void> {
  // What the living are delivering is delivered by then.
  await sleep(1_000);
  await sql`update outbox set next_at = current_instant() where state = 'queued'`.execute(
    statements(database.orm.em.fork()),
  );
}
