import { statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { seededPeople, type SeededProfile, type SeededUser, type SeedPlan } from './people.ts';

/** Rows of one statement: its arrays stay in memory, and its counts are written once. */
const batch = 5_000;

/** The items of that number, from 1, in batches. */
function* batches<Item>(count: number, item: (number: number) => Item): Generator<Item[]> {
  for (let first = 1; first <= count; first += batch) {
    const size = Math.min(batch, count - first + 1);
    yield Array.from({ length: size }, (_, index) => item(first + index));
  }
}

async function insertUsers(orm: Orm, users: SeededUser[]): Promise<void> {
  const column = <Key extends keyof SeededUser>(key: Key) => users.map((user) => user[key]);
  await sql`
    insert into users (id, email, email_key, profile_count, created_at, updated_at)
    select id, email, email, profile_count, created_at, created_at from unnest(
      ${column('id')}::uuid[], ${column('email')}::text[], ${column('profileCount')}::int[],
      ${column('createdAt')}::timestamptz[]
    ) as made (id, email, profile_count, created_at)
  `.execute(statements(orm.em));
}

async function insertProfiles(orm: Orm, profiles: SeededProfile[]): Promise<void> {
  const column = <Value>(read: (profile: SeededProfile) => Value) => profiles.map(read);
  await sql`
    insert into profiles (id, owner_id, owner_email, username, username_key, referral, about, socials, latitude, longitude, hidden,
      created_at, updated_at)
    select id, owner_id, owner_email, username, username, '', about, socials, latitude, longitude, hidden, created_at, created_at
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ ownerId }) => ownerId)}::uuid[],
      ${column(({ ownerEmail }) => ownerEmail)}::text[],
      ${column(({ username }) => username)}::text[], ${column(({ about }) => about)}::text[],
      ${column(({ socials }) => JSON.stringify(socials))}::jsonb[],
      ${column(({ location }) => location?.latitude ?? null)}::float8[],
      ${column(({ location }) => location?.longitude ?? null)}::float8[],
      ${column(({ hidden }) => hidden)}::boolean[], ${column(({ createdAt }) => createdAt)}::timestamptz[]
    ) as made (id, owner_id, owner_email, username, about, socials, latitude, longitude, hidden, created_at)
  `.execute(statements(orm.em));
}

/**
 * Fills an empty database with the people of a plan, sessions for the first of them included, and returns the sessions' tokens.
 * @throws where there are users already
 */
export async function writeSeed(orm: Orm, plan: SeedPlan): Promise<string[]> {
  const people = seededPeople(plan);
  const database = statements(orm.em);
  if (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
    throw new Error('There are users already: seeding is for an empty database.');
  }
  for (const users of batches(plan.users, people.user)) {
    await insertUsers(orm, users);
  }
  for (const profiles of batches(plan.profiles, people.profile)) {
    await insertProfiles(orm, profiles);
  }
  const tokens: string[] = [];
  for (const sessions of batches(Math.min(plan.sessions, plan.users), people.session)) {
    await database
      .insertInto('sessions')
      .values(
        sessions.map(({ id, userId, tokenHash }) => ({
          id,
          user_id: userId,
          token_hash: tokenHash,
          browser: 'an unknown browser',
          system: 'an unknown system',
        })),
      )
      .execute();
    tokens.push(...sessions.map(({ token }) => token));
  }
  await sql`analyze users, profiles, profile_stretches, sessions`.execute(database);
  return tokens;
}
