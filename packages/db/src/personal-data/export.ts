import { type RawBuilder, sql } from 'kysely';
import { type Database, type Executor, statements } from '../database.ts';
import { isPublicCard } from '../public-cards.ts';
import { exportedProperties } from './columns.ts';

type Table = keyof Database;

type Belonging = {
  table: Table;
  where: (userId: string) => RawBuilder<boolean>;
  newestFirst: string;
  /** Expressions that replace columns. */
  instead?: Readonly<Record<string, RawBuilder<unknown>>>;
};

const ownedBy = (column: string) => (userId: string) =>
  sql<boolean>`${sql.ref(column)} = ${userId}::uuid`;

const ofAddress = (column: string) => (userId: string) =>
  sql<boolean>`${sql.ref(column)} = (select email_key from users where id = ${userId}::uuid)`;

/** The action's value, unless the event has its own. */
const ofAction = (column: string) => sql`coalesce(${sql.ref(column)}, (
  select ${sql.ref(`actions.${column}`)} from moderation_actions actions where actions.id = action_id
))`;

const belongings: readonly Belonging[] = [
  { table: 'users', where: ownedBy('id'), newestFirst: 'created_at' },
  { table: 'sessions', where: ownedBy('user_id'), newestFirst: 'created_at' },
  { table: 'service_keys', where: ownedBy('maker_id'), newestFirst: 'created_at' },
  {
    table: 'profiles',
    where: ownedBy('owner_id'),
    newestFirst: 'position',
    instead: { isPublic: isPublicCard },
  },
  { table: 'resting_usernames', where: ownedBy('owner_id'), newestFirst: 'until' },
  { table: 'addresses', where: ofAddress('email'), newestFirst: 'asked_at' },
  { table: 'challenges', where: ofAddress('email'), newestFirst: 'created_at' },
  { table: 'outbox', where: ofAddress('recipient'), newestFirst: 'created_at' },
  { table: 'invitations', where: ofAddress('email_key'), newestFirst: 'invited_at' },
  { table: 'moves', where: ownedBy('user_id'), newestFirst: 'asked_at' },
  { table: 'moderation_actions', where: ownedBy('actor_id'), newestFirst: 'position' },
  {
    table: 'audit_events',
    // These events would tell the owner that somebody reported the card.
    where: (userId) => sql<boolean>`
      user_id = ${userId}::uuid
      and type not in ('profile.approved', 'profile.passed_on', 'item.snoozed', 'item.reopened', 'reporter.read')
    `,
    newestFirst: 'position',
    instead: { reason: ofAction('reason'), note: ofAction('note') },
  },
  {
    table: 'items',
    where: (userId) => sql<boolean>`user_id = ${userId}::uuid and kind = 'appealed'`,
    newestFirst: 'opened_at',
  },
  { table: 'reports', where: ownedBy('reporter_id'), newestFirst: 'at' },
  { table: 'notes', where: ownedBy('author_id'), newestFirst: 'at' },
  { table: 'waiting_acts', where: ownedBy('asked_by'), newestFirst: 'asked_at' },
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

function selecting({ table, where, newestFirst, instead }: Belonging, userId: string) {
  const columns = exportedProperties(table).map(
    (property) =>
      sql`${asJson(instead?.[property] ?? sql.ref(property))} as ${sql.raw(`"${property}"`)}`,
  );
  return sql`
    select row_to_json(told) as row from (
      select ${sql.join(columns)} from ${sql.table(table)} where ${where(userId)}
      order by ${sql.ref(newestFirst)} desc
    ) told
  `;
}

export type PersonalRows = {
  table: Table;
  rows: Record<string, unknown>[];
  isMore: boolean;
};

/**
 * All data that a person may read about themselves: each table's newest rows
 * first, 1,000 at a time. Run it in a transaction that reads a snapshot.
 * @param first most rows of each table
 */
export async function* readPersonalData(
  em: Executor,
  userId: string,
  { first }: { first?: number } = {},
): AsyncGenerator<PersonalRows> {
  const database = statements(em);
  const size = sql.lit(first === undefined ? 1_000 : first + 1);
  for (const belonging of belongings) {
    const { table } = belonging;
    await sql`declare personal_data no scroll cursor for ${selecting(belonging, userId)}`.execute(
      database,
    );
    let isMore = true;
    while (isMore) {
      const fetched = await sql<{ row: Record<string, unknown> }>`
        fetch ${size} from personal_data
      `.execute(database);
      const rows = fetched.rows.map(({ row }) => row);
      isMore = first === undefined ? rows.length === 1_000 : rows.length > first;
      yield { table, rows: rows.slice(0, first), isMore };
      isMore &&= first === undefined;
    }
    await sql`close personal_data`.execute(database);
  }
}
