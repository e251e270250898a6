import { type Executor, type Orm, repairCounts, statements } from '@namecard/db';
import { sql } from 'kysely';
import {
  seededPeople,
  type SeededProfile,
  type SeededUser,
  type SeedPlan,
} from './people.ts';

/** Rows of one statement, whose arrays must fit into memory. */
const batch = 5_000;

/** The items from number 1 on, in batches. */
function* batches<Item>(
  count: number,
  item: (number: number) => Item,
): Generator<Item[]> {
  for (let first = 1; first <= count; first += batch) {
    const size = Math.min(batch, count - first + 1);
    yield Array.from({ length: size }, (_, index) => item(first + index));
  }
}

export async function insertUsers(em: Executor, users: SeededUser[]): Promise<void> {
  const column = <Key extends keyof SeededUser>(key: Key) =>
    users.map((user) => user[key]);
  await sql`
    insert into users (id, email, email_key, profile_count, created_at, updated_at)
    select id, email, email, profile_count, created_at, created_at from unnest(
      ${column('id')}::uuid[], ${column('email')}::text[], ${column('profileCount')}::int[],
      ${column('createdAt')}::timestamptz[]
    ) as made (id, email, profile_count, created_at)
  `.execute(statements(em));
}

export async function insertProfiles(
  em: Executor,
  profiles: SeededProfile[],
): Promise<void> {
  const column = <Value>(read: (profile: SeededProfile) => Value) => profiles.map(read);
  await sql`
    insert into profiles (id, owner_id, username, username_key, referral, about, socials, latitude, longitude, hidden,
      created_at, updated_at)
    select id, owner_id, username, username, '', about, socials, latitude, longitude, hidden, created_at, created_at
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ ownerId }) => ownerId)}::uuid[],
      ${column(({ username }) => username)}::text[], ${column(({ about }) => about)}::text[],
      ${column(({ socials }) => JSON.stringify(socials))}::jsonb[],
      ${column(({ location }) => location?.latitude ?? null)}::float8[],
      ${column(({ location }) => location?.longitude ?? null)}::float8[],
      ${column(({ hidden }) => hidden)}::boolean[], ${column(({ createdAt }) => createdAt)}::timestamptz[]
    ) as made (id, owner_id, username, about, socials, latitude, longitude, hidden, created_at)
  `.execute(statements(em));
}

/**
 * Fills an empty database with the people of a plan and sessions for the first of
 * them. Returns the sessions' tokens.
 * @throws if there are users already
 */
export async function writeSeed(orm: Orm, plan: SeedPlan): Promise<string[]> {
  const people = seededPeople(plan);
  const database = statements(orm.em);
  if (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
    throw new Error('There are users already: seeding is for an empty database.');
  }
  await orm.em.fork().transactional(async (em) => {
    // Counting profiles one by one would take an hour for a million. They are
    // counted together at the end.
    await sql`alter table profiles disable trigger profiles_count`.execute(
      statements(em),
    );
    for (const users of batches(plan.users, people.user)) {
      await insertUsers(em, users);
    }
    for (const profiles of batches(plan.profiles, people.profile)) {
      await insertProfiles(em, profiles);
    }
    await sql`alter table profiles enable trigger profiles_count`.execute(statements(em));
  });
  await repairCounts(orm);
  const tokens: string[] = [];
  for (const sessions of batches(Math.min(plan.sessions, plan.users), people.session)) {
    await database
      .insertInto('sessions')
      .values(
        sessions.map(({ id, userId, tokenHash }) => ({
          id,
          userId,
          tokenHash,
          browser: 'an unknown browser',
          system: 'an unknown system',
        })),
      )
      .execute();
    tokens.push(...sessions.map(({ token }) => token));
  }
  await sql`analyze users, profiles, profile_segments, sessions`.execute(database);
  return tokens;
}
