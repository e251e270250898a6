import { createHash, randomBytes } from 'node:crypto';
import { type Executor, type Orm, repairCounts, statements } from '@namecard/db';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { type LifelikeProfile, lifelikeProfile } from './lifelike.ts';

export type People = {
  users: number;
  /** Spread over the users. */
  profiles: number;
  /** The first users get one each. */
  sessions: number;
};

/** Milliseconds over which sign-ups are spread, until now. */
const span = 90 * 86_400_000;

/** Rows of one statement, whose text must fit into memory. */
const batch = 5_000;

/** Inserts one row for each number from 1 to `count`. Keys are names of columns. */
async function insert(
  em: Executor,
  table: 'profiles' | 'sessions' | 'users',
  count: number,
  row: (number: number) => Record<string, unknown>,
): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    const length = Math.min(batch, count - done);
    const rows = Array.from({ length }, (_, index) => row(done + index + 1));
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    await sql`
      insert into ${sql.table(table)} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    `.execute(statements(em));
  }
}

/**
 * Adds made-up people. Returns the tokens of their sessions.
 * @param change what differs from a lifelike profile
 */
export async function writePeople(
  em: Executor,
  { users, profiles, sessions }: People,
  change: Partial<LifelikeProfile> = {},
): Promise<string[]> {
  const began = Date.now() - span;
  const step = span / Math.max(users, profiles);
  const moment = (number: number) => Math.round(began + number * step);
  const signedUp = (number: number) => {
    const at = new Date(moment(number)).toISOString();
    return { created_at: at, updated_at: at };
  };
  const ids = Array.from({ length: users }, (_, index) =>
    v7({ msecs: moment(index + 1) }),
  );
  await insert(em, 'users', users, (number) => ({
    id: ids[number - 1],
    email: `person${number}@example.com`,
    email_key: `person${number}@example.com`,
    profile_count: Math.floor(profiles / users) + (number <= profiles % users ? 1 : 0),
    ...signedUp(number),
  }));
  await insert(em, 'profiles', profiles, (number) => {
    const { username, location, ...card } = { ...lifelikeProfile(number), ...change };
    return {
      id: v7({ msecs: moment(number) }),
      owner_id: ids[(number - 1) % users],
      username,
      username_key: username,
      referral: '',
      latitude: location?.latitude,
      longitude: location?.longitude,
      ...card,
      ...signedUp(number),
    };
  });
  const tokens: string[] = [];
  await insert(em, 'sessions', Math.min(sessions, users), (number) => {
    const token = `nc_${randomBytes(32).toString('base64url')}`;
    tokens.push(token);
    return {
      id: v7(),
      user_id: ids[number - 1],
      token_hash: `\\x${createHash('sha256').update(token).digest('hex')}`,
      browser: 'an unknown browser',
      system: 'an unknown system',
    };
  });
  return tokens;
}

/**
 * Fills an empty database. Returns the sessions' tokens.
 * @throws if there are users already
 */
export async function writeSeed(orm: Orm, people: People): Promise<string[]> {
  const database = statements(orm.em);
  if (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) {
    throw new Error('There are users already: seeding is for an empty database.');
  }
  const tokens = await orm.em.fork().transactional(async (em) => {
    // Counting profiles one by one would take an hour for a million. They are
    // counted together at the end.
    await sql`alter table profiles disable trigger profiles_count`.execute(
      statements(em),
    );
    const written = await writePeople(em, people);
    await sql`alter table profiles enable trigger profiles_count`.execute(statements(em));
    return written;
  });
  await repairCounts(orm);
  await sql`analyze users, profiles, profile_segments, sessions`.execute(database);
  return tokens;
}
