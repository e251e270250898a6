import { type RawBuilder, sql } from 'kysely';
import { type Database, type Executor, statements } from '../database.ts';
import { isOfAccount } from '../former-addresses.ts';
import { isPublicCard } from '../public-cards.ts';
import { exportedProperties } from './columns.ts';

type Table = keyof Database;

/** A user, or an address in lower case that has no account. */
export type Whom = { userId: string } | { address: string };

type Belonging = {
  table: Table;
  /** The column with the user's id. */
  userId?: string;
  /** The column of the address in lower case. */
  address?: string;
  also?: RawBuilder<boolean>;
  newestFirst: string;
  /** Expressions that replace columns. */
  instead?: Readonly<Record<string, RawBuilder<unknown>>>;
};

/** Undefined if the table has nothing of theirs. */
function isOf(
  { table, userId, address, newestFirst }: Belonging,
  whom: Whom,
): RawBuilder<boolean> | undefined {
  // With its table: former addresses have a column `email` too.
  const held = address === undefined ? undefined : sql.ref(`${table}.${address}`);
  if ('address' in whom) {
    return (
      held &&
      sql`${held} = ${whom.address} and not exists (select from users where email_key = ${whom.address})`
    );
  }
  const id = sql`${whom.userId}::uuid`;
  if (userId !== undefined) return sql`${sql.ref(userId)} = ${id}`;
  const at = sql.ref(`${table}.${newestFirst}`);
  return held && isOfAccount({ address: held, at, userId: id });
}

/** The action's value, unless the event has its own. */
const ofAction = (column: string) => sql`coalesce(${sql.ref(column)}, (
  select ${sql.ref(`actions.${column}`)} from moderation_actions actions where actions.id = action_id
))`;

const belongings: readonly Belonging[] = [
  { table: 'users', userId: 'id', newestFirst: 'created_at' },
  { table: 'sessions', userId: 'user_id', newestFirst: 'created_at' },
  { table: 'service_keys', userId: 'maker_id', newestFirst: 'created_at' },
  {
    table: 'profiles',
    userId: 'owner_id',
    newestFirst: 'position',
    instead: { isPublic: isPublicCard },
  },
  { table: 'resting_usernames', userId: 'owner_id', newestFirst: 'until' },
  { table: 'addresses', address: 'email', newestFirst: 'asked_at' },
  { table: 'challenges', address: 'email', newestFirst: 'created_at' },
  { table: 'outbox', address: 'recipient', newestFirst: 'created_at' },
  { table: 'invitations', address: 'email_key', newestFirst: 'invited_at' },
  { table: 'moves', userId: 'user_id', newestFirst: 'asked_at' },
  { table: 'moderation_actions', userId: 'actor_id', newestFirst: 'position' },
  {
    table: 'audit_events',
    userId: 'user_id',
    // These events would tell the owner that somebody reported the card.
    also: sql`type not in ('profile.approved', 'profile.passed_on', 'item.snoozed', 'item.reopened', 'reporter.read')`,
    newestFirst: 'position',
    instead: { reason: ofAction('reason'), note: ofAction('note') },
  },
  {
    table: 'items',
    userId: 'user_id',
    also: sql`kind = 'appealed'`,
    newestFirst: 'opened_at',
  },
  {
    table: 'reports',
    userId: 'reporter_id',
    // Of people without an account. It proves nothing, so it is in no user's export.
    address: 'email',
    newestFirst: 'at',
  },
  { table: 'notes', userId: 'author_id', newestFirst: 'at' },
  { table: 'waiting_acts', userId: 'asked_by', newestFirst: 'asked_at' },
];

export const exportedTables: ReadonlySet<string> = new Set(
  belongings.map(({ table }) => table),
);

/** Instants as the service answers them, other values as PostgreSQL's JSON. */
const asJson = (value: RawBuilder<unknown>) => sql`case
  when pg_typeof(${value}) = 'timestamptz'::regtype
    then to_jsonb(to_char(${value}::text::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  else to_jsonb(${value})
end`;

function selecting(belonging: Belonging, where: RawBuilder<boolean>) {
  const { table, also = sql.lit(true), newestFirst, instead } = belonging;
  const columns = exportedProperties(table).map(
    (property) =>
      sql`${asJson(instead?.[property] ?? sql.ref(property))} as ${sql.raw(`"${property}"`)}`,
  );
  return sql`
    select row_to_json(told) as row from (
      select ${sql.join(columns)} from ${sql.table(table)} where ${where} and ${also}
      order by ${sql.ref(newestFirst)} desc
    ) told
  `;
}

type PersonalRows = { table: Table; rows: Record<string, unknown>[] };

/**
 * All data that a person may read about themselves: each table's newest rows first. Of
 * an address without an account, what is kept by it. Run it in a transaction that reads a
 * snapshot.
 * @param most most rows of each table
 */
export async function readPersonalData(
  em: Executor,
  whom: Whom,
  most: number,
): Promise<PersonalRows[]> {
  const database = statements(em);
  const all: PersonalRows[] = [];
  for (const belonging of belongings) {
    const where = isOf(belonging, whom);
    if (!where) continue;
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      ${selecting(belonging, where)} limit ${most}
    `.execute(database);
    all.push({ table: belonging.table, rows: rows.map(({ row }) => row) });
  }
  return all;
}
