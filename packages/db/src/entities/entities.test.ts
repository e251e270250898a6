import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statements } from '../database.ts';
import { instantOfIso, readInstant } from '../instants.ts';
import { giveClock, useTestDatabase, type TestClock } from '../testing.ts';
import { Profile } from './profile.ts';
import { Session } from './session.ts';
import { User } from './user.ts';

const database = useTestDatabase();
const fork = () => database().orm.em.fork();
const db = () => statements(fork());

let clock: TestClock;
let userId: string;
let profileId: string;

beforeAll(async () => {
  clock = await giveClock(database().orm);
});

/** Created as the ORM's guide shows. */
beforeEach(async () => {
  const em = fork();
  [userId, profileId] = [randomUUID(), randomUUID()];
  em.create(User, {
    id: userId,
    email: `${userId}@Example.com`,
    emailKey: `${userId}@example.com`,
  });
  em.create(Profile, {
    id: profileId,
    ownerId: userId,
    username: profileId,
    usernameKey: profileId,
    referral: '',
  });
  await em.flush();
});

/** Loads, changes and writes entities, as the service does. */
const edit = async (
  change: (em: ReturnType<typeof fork>, now: string) => Promise<void>,
) => fork().transactional(async (em) => change(em, await readInstant(em)));

const readProfile = async () =>
  db()
    .selectFrom('profiles')
    .select(['hidden', 'latitude', 'longitude', 'revision', 'updatedAt', 'ownerEmail'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow();

const readUser = async () =>
  db()
    .selectFrom('users')
    .select(['role', 'suspendedAt', 'suspendedUntil', 'revision', 'profileCount'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

describe('an entity', () => {
  it('holds instants as PostgreSQL writes them, microseconds kept', async () => {
    const now = instantOfIso(await clock.set('2026-05-01T00:00:00.123456Z'));
    await edit(async (em, at) =>
      (await em.findOneOrFail(User, userId)).suspend({ since: at, until: null }),
    );
    expect(await fork().findOneOrFail(User, userId)).toMatchObject({ suspendedAt: now });
  });

  it('that is loaded and left alone writes nothing', async () => {
    const { revision } = await readProfile();
    await edit(async (em) => void (await em.findOneOrFail(Profile, profileId)));
    expect(await readProfile()).toMatchObject({ revision });
  });
});

describe('a profile', () => {
  it('is hidden and restored, which does not count as the owner’s edit', async () => {
    const { updatedAt } = await readProfile();
    await clock.advance('1 minute');
    const toggle = sql`update profiles set hidden = not hidden where id = ${profileId}`;
    await toggle.execute(db());
    expect(await readProfile()).toMatchObject({ hidden: true, updatedAt });
    await toggle.execute(db());
    expect(await readProfile()).toMatchObject({ hidden: false, updatedAt });
  });

  it('gets a location and loses it, at the database’s time', async () => {
    const location = { latitude: 52.52, longitude: 13.405 };
    const now = instantOfIso(await clock.advance('1 microsecond'));
    await edit(async (em, at) =>
      (await em.findOneOrFail(Profile, profileId)).moveTo(location, at),
    );
    expect(await readProfile()).toMatchObject({ ...location, updatedAt: now });
    await edit(async (em, at) =>
      (await em.findOneOrFail(Profile, profileId)).moveTo(null, at),
    );
    expect(await readProfile()).toMatchObject({ latitude: null, longitude: null });
  });

  it('always has its owner’s address, even if another is written', async () => {
    await db()
      .updateTable('profiles')
      .set({ ownerEmail: 'x' })
      .where('id', '=', profileId)
      .execute();
    expect((await readProfile()).ownerEmail).toBe(`${userId}@example.com`);
  });
});

describe('a session', () => {
  it('ends once, even if it is ended again', async () => {
    const id = randomUUID();
    const row = { id, userId, tokenHash: Buffer.from(id), browser: 'b', system: 's' };
    await db().insertInto('sessions').values(row).execute();
    const first = instantOfIso(await clock.now());
    await edit(async (em, at) => (await em.findOneOrFail(Session, id)).end(at));
    await clock.advance('1 minute');
    await edit(async (em, at) => (await em.findOneOrFail(Session, id)).end(at));
    const found = await db().selectFrom('sessions').select('endedAt').execute();
    expect(found).toEqual([{ endedAt: first }]);
  });
});

describe('a revision', () => {
  it('is raised by one with each change, by entity and by statement', async () => {
    const place = { latitude: 52.52, longitude: 13.405 };
    await edit(async (em, now) =>
      (await em.findOneOrFail(Profile, profileId)).moveTo(place, now),
    );
    expect((await readProfile()).revision).toBe(2);
    await sql`update profiles set about = 'x' where id = ${profileId}`.execute(db());
    expect((await readProfile()).revision).toBe(3);
    await edit(async (em) => (await em.findOneOrFail(User, userId)).changeRole('admin'));
    await sql`update users set world_id = 'w' where id = ${userId}`.execute(db());
    expect((await readUser()).revision).toBe(3);
  });

  it('stays the same if only the time of the change is written', async () => {
    const before = await readProfile();
    await sql`update profiles set updated_at = updated_at + interval '1 day'`.execute(
      db(),
    );
    await sql`update users set updated_at = updated_at + interval '1 day'`.execute(db());
    expect(await readProfile()).toEqual(before);
    expect((await readUser()).revision).toBe(1);
  });

  it('stays the same if nothing changes, or if profiles are counted', async () => {
    await sql`update users set email_key = email_key where id = ${userId}`.execute(db());
    await sql`update users set profile_count = profile_count + 1 where id = ${userId}`.execute(
      db(),
    );
    expect(await readUser()).toMatchObject({ revision: 1, profileCount: 1 });
  });

  it('can’t be set', async () => {
    await sql`update users set revision = 70 where id = ${userId}`.execute(db());
    expect((await readUser()).revision).toBe(2);
  });
});
