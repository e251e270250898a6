import { forgetForeignMarks, openOrm, type Orm, statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from './context.ts';
import { admin, moderator, type Person, signIn } from './testing/people.ts';
import { procedures } from './testing/raw-call.ts';
import { type Caller, useService } from './testing/use-service.ts';

const service = useService();
/** What a replica would hold that has replayed nothing of what the tests write. */
const empty = useTestDatabase();
let away: Orm;
let owner: Person;
let other: Person;
let staff: Person;
let boss: Person;
let names = 0;

/** A replica as the process knows it: what it has replayed, what was asked of it, and how often it was said to have failed. */
let replica: {
  replayed: number;
  reader: Deps['reader'];
  asked: number[];
  failures: number;
};

const replicas: Deps['replicas'] = {
  find: (position) => {
    replica.asked.push(position);
    const { replayed, reader } = replica;
    const failed = () => {
      replica.failures += 1;
    };
    return position <= replayed ? { reader, replayed, failed } : undefined;
  },
};

/** Somebody's calls to an instance that has replicas. */
const as = ({ token }: Person): Caller => service().with({ replicas }).as(token);

const logEnd = async (): Promise<number> => {
  const { rows } = await sql<{ end: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as end
  `.execute(statements(service().orm.em));
  return rows[0]?.end ?? Number.NaN;
};

/** The position that a call of theirs asks of a replica. */
async function positionAsked(person: Person): Promise<number> {
  replica.asked = [];
  await as(person).profiles.mine({});
  return replica.asked[0] ?? Number.NaN;
}

async function makeProfile(person = owner): Promise<{ username: string }> {
  names += 1;
  const username = `name.${names}`;
  await person.api.profiles.create({ username, referral: '' });
  return { username };
}

const listed = async (person: Person) =>
  (await as(person).profiles.list({ limit: 100 })).data.profiles.map(
    ({ username }) => username,
  );

beforeAll(async () => {
  [owner, other] = [await signIn(service()), await signIn(service())];
  [staff, boss] = [await moderator(service()), await admin(service())];
  away = await openOrm({ url: 'postgresql://127.0.0.1:1/none' });
});

afterAll(async () => away.close());

beforeEach(async () => {
  replica = { replayed: await logEnd(), reader: empty().orm.em, asked: [], failures: 0 };
});

/** All mutations of those who are signed in, and whether each may take out of sight what others could see. */
const mutations = {
  'users.updateMe': false,
  'users.removeMe': true,
  'auth.signOut': false,
  'auth.revokeSession': false,
  'auth.revokeOtherSessions': false,
  'auth.createToken': false,
  'profiles.create': false,
  'profiles.updateSocials': false,
  'profiles.updateLocation': false,
  'profiles.remove': true,
  'moderation.profiles.hide': true,
  'moderation.profiles.restore': false,
  'moderation.profiles.hideMany': true,
  'moderation.profiles.hideAllOf': true,
  'moderation.profiles.restoreMany': false,
  'moderation.users.changeRole': false,
  'moderation.users.suspend': true,
  'moderation.users.unsuspend': false,
  'moderation.users.endSession': false,
  'moderation.users.endSessions': false,
  'moderation.users.erase': true,
  'moderation.users.export': false,
  'moderation.mail.clearSuppression': false,
  'moderation.keys.create': false,
  'moderation.keys.end': false,
  'webhooks.create': false,
  'webhooks.update': false,
  'webhooks.replaceSecret': false,
  'webhooks.switch': false,
  'webhooks.remove': false,
  'webhooks.test': false,
  'webhooks.resend': false,
  'moderation.undo': true,
  // They sign in, and nobody acts yet.
  'auth.sendCode': false,
  'auth.verifyCode': false,
};

describe('a change', () => {
  it('says of every mutation whether it may take something out of sight', () => {
    const found = procedures.filter(({ type }) => type === 'mutation');
    const removes = found.map((procedure) => [procedure.path, procedure.removes]);
    expect(Object.fromEntries(removes)).toEqual(mutations);
  });

  it.each<[string, (api: Caller) => Promise<unknown>]>([
    [
      'creates a profile',
      (api) => api.profiles.create({ username: 'made', referral: '' }),
    ],
    [
      'edits its links',
      (api) => api.profiles.updateSocials({ username: 'made', about: 'me' }),
    ],
    [
      'moves it',
      (api) => api.profiles.updateLocation({ username: 'made', location: null }),
    ],
    ['names oneself', (api) => api.users.updateMe({ username: 'myself' })],
  ])('of one’s own that %s is asked of replicas by oneself alone', async (_, change) => {
    const before = await logEnd();
    const [own, others] = [await positionAsked(owner), await positionAsked(other)];
    await change(as(owner));
    expect(own).toBeLessThan(before);
    expect(await positionAsked(owner)).toBeGreaterThan(before);
    expect(await positionAsked(other)).toBe(others);
  });

  it.each<
    [string, (profile: { username: string }, action: string | null) => Promise<unknown>]
  >([
    ['hides', (profile) => as(staff).moderation.profiles.hide(profile)],
    ['deletes', (profile) => as(owner).profiles.remove(profile)],
    [
      'hides again by undoing',
      (_, action) => as(staff).moderation.undo({ action: action ?? '' }),
    ],
    [
      'hides all of an owner',
      () =>
        as(staff).moderation.profiles.hideAllOf({ ownerId: owner.id, reason: 'spam' }),
    ],
    ['suspends', async () => suspendSomebody()],
    ['erases', async () => as(await signIn(service())).users.removeMe()],
  ])('that %s is asked of replicas by everybody', async (_, remove) => {
    const profile = await makeProfile();
    const restored = await restoredAction();
    const before = await logEnd();
    await remove(profile, restored);
    expect(await positionAsked(other)).toBeGreaterThan(before);
  });

  it('is marked nowhere where there are no replicas', async () => {
    const marks = async () =>
      (
        await sql`select position from last_writes union all select position from last_removals order by 1`.execute(
          statements(service().orm.em),
        )
      ).rows;
    const before = await marks();
    await staff.api.moderation.profiles.hide(await makeProfile());
    expect(await marks()).toEqual(before);
  });

  it('is forgotten where its mark is of another cluster, whose log was longer', async () => {
    await as(owner).users.updateMe({ username: 'restored' });
    const db = statements(service().orm.em);
    await sql`update last_writes set position = 'FFFFFF/0'`.execute(db);
    await sql`update last_removals set position = 'FFFFFF/0' where shard = 7`.execute(db);
    expect(await positionAsked(owner)).toBeGreaterThan(await logEnd());
    await forgetForeignMarks(service().orm.em);
    expect(await positionAsked(owner)).toBeLessThanOrEqual(await logEnd());
  });
});

async function suspendSomebody() {
  const { id } = await signIn(service());
  return as(boss).moderation.users.suspend({ id, reason: 'spam' });
}

/** An action that showed a profile again. */
async function restoredAction(): Promise<string | null> {
  const profile = await makeProfile(other);
  await staff.api.moderation.profiles.hide(profile);
  await staff.api.moderation.profiles.restore(profile);
  const { data } = await staff.api.audit.listActions({ limit: 1 });
  return data.actions[0]?.id ?? null;
}

describe('a call', () => {
  it('reads from a replica that has replayed all that it has to see', async () => {
    await makeProfile();
    expect(await listed(owner)).toEqual([]);
    expect(replica.asked).toHaveLength(1);
  });

  it('reads its own change from the primary while the replica lags behind, and others don’t', async () => {
    const { username } = await makeProfile();
    await as(owner).profiles.updateSocials({ username, about: 'changed' });
    expect(await listed(owner)).toContain(username);
    expect(await listed(other)).toEqual([]);
  });

  it('reads what several statements give from a snapshot of the replica', async () => {
    await makeProfile();
    expect((await as(staff).moderation.profiles.search({})).data.profiles).toEqual([]);
  });

  it('that fails on a replica is done again on the primary, and the replica is left out', async () => {
    const { username } = await makeProfile();
    replica.reader = away.em;
    expect(await listed(owner)).toContain(username);
    expect((await as(staff).moderation.profiles.search({})).data.profiles).not.toEqual(
      [],
    );
    expect(replica.failures).toBe(2);
    expect(service().unexpected).toEqual([]);
  });

  it('writes to the primary', async () => {
    replica = { ...replica, replayed: Infinity, reader: away.em };
    const { username } = await makeProfile();
    await as(owner).profiles.updateSocials({ username, about: 'changed' });
    expect(replica.asked).toEqual([]);
  });
});

describe('a walk', () => {
  const step = async (cursor?: string) =>
    (await as(other).profiles.walk({ limit: 1, ...(cursor !== undefined && { cursor }) }))
      .data;

  it('reads a replica only where it has replayed what was committed before the walk began', async () => {
    await Promise.all([makeProfile(), makeProfile()]);
    const first = await step();
    expect(first.profiles).toHaveLength(1);
    const cursor = first.nextCursor ?? '';
    expect((await step(cursor)).profiles).toHaveLength(1);
    replica.replayed = await logEnd();
    expect((await step(cursor)).profiles).toEqual([]);
  });

  it('goes on from a cursor of before there were replicas, on the primary', async () => {
    await Promise.all([makeProfile(), makeProfile()]);
    const { data } = await other.api.profiles.walk({ limit: 1 });
    expect(Buffer.from(data.nextCursor ?? '', 'base64url').toString()).toMatch(/^p \d+$/);
    expect((await step(data.nextCursor ?? '')).profiles).toHaveLength(1);
  });
});
