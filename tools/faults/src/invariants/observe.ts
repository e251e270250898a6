import { type Orm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beginning } from './time.ts';

export type Turn = {
  id: string;
  address: string;
  /** A keyed hash. */
  ip: string;
  state: 'waiting' | 'paid' | 'mailed';
  endsAt: number;
};

type Observed = {
  /** Newest first. */
  challenges: {
    id: string;
    email: string;
    begunAt: number;
    mails: number;
  }[];
  mails: {
    id: string;
    recipient: string;
    challengeId: string;
    state: string;
    hasAccount: boolean;
    attempts: number;
    isDue: boolean;
    isHeld: boolean;
  }[];
  /** Requests that wait or were paid in the last hour. */
  turns: Turn[];
  /** All stored addresses, with the text of their rows. */
  addresses: { email: string; guesses: number[]; row: string }[];
  /** Wrong short codes of the last 24 hours, from all networks. */
  networkGuesses: number;
};

const timeOf = (column: string) =>
  sql`((extract(epoch from ${sql.ref(column)}) - extract(epoch from ${beginning}::timestamptz)) * 1000000)::bigint`;

/** The database in one snapshot. */
export async function observe(orm: Orm): Promise<Observed> {
  const { rows } = await sql<Observed>`
    select
      coalesce((select json_agg(json_build_object('id', c.id, 'email', c.email, 'begunAt', ${timeOf('c.created_at')}, 'mails', c.mails) order by c.created_at desc)
        from challenges c), '[]') as challenges,
      coalesce((select json_agg(json_build_object('id', o.id, 'recipient', o.recipient,
        'challengeId', o.challenge_id, 'state', o.state, 'hasAccount', o.has_account, 'attempts', o.attempts,
        'isDue', o.state = 'queued' and o.next_at <= current_instant(),
        'isHeld', o.state = 'queued' and o.held)
        order by o.id)
        from outbox o), '[]') as mails,
      coalesce((select json_agg(json_build_object('email', a.email, 'row', a::text,
        'guesses', array(select ${timeOf('g')} from unnest(a.guesses) g)) order by a.email)
        from addresses a), '[]') as addresses,
      (select count(*) from network_guesses n, unnest(n.guessed_at) at
        where at > current_instant() - interval '24 hours')::int as "networkGuesses",
      coalesce((select json_agg(json_build_object('id', t.id, 'address', t.address, 'ip', t.ip,
        'state', t.state, 'endsAt', ${timeOf('t.ends_at')}) order by t.asked_at)
        from mail_turns t where t.ends_at > current_instant() or t.state = 'waiting' and t.ends_at = current_instant()),
        '[]') as turns
  `.execute(statements(orm.em.fork()));
  const [row] = rows;
  if (!row) throw new Error('A select without a from gives one row');
  return row;
}

export type { Observed };

/** Empties all tables and fills the mail budgets, which no history uses up. */
export async function clear(orm: Orm): Promise<void> {
  const database = statements(orm.em.fork());
  await sql`truncate addresses, challenges, outbox, mail_turns, users, sessions, profiles, rate_limits, network_guesses, hourly_counts cascade`.execute(
    database,
  );
  await sql`delete from budgets where source <> ''`.execute(database);
  await sql`update budgets set full_at = '-infinity'`.execute(database);
}
