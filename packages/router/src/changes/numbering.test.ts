import { Profile, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { moderator, signIn, leave } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { type ChangeRow, readChanges, readFeed } from './changes.sql.ts';
import { numberChunk, readPendingSeconds } from './numbering.sql.ts';
import { startNumbering } from './numbering.ts';

const service = useService();

/** The last number before the test. */
let before = 0;

async function numbered(after = before): Promise<ChangeRow[]> {
  await numberChunk(service().orm.em);
  return readChanges(service().orm.em, after, 1_000);
}

/** The changes since the test began, such as `profile.created 1`. */
const told = async () =>
  (await numbered()).map(({ kind, revision }) => `${kind} ${revision}`);

beforeEach(async () => {
  await numbered();
  before = (await readFeed(service().orm.em)).last;
});

describe('the feed', () => {
  it('has each change of a profile, with its revision', async () => {
    const ann = await signIn(service());
    const staff = await moderator(service());
    await numbered();
    before = (await readFeed(service().orm.em)).last;
    await ann.api.profiles.create({ username: 'ann', referral: '' });
    await ann.api.profiles.updateSocials({ username: 'ann', about: 'Hello' });
    await staff.api.moderation.profiles.hide({ username: 'ann', reason: 'spam' });
    await staff.api.moderation.profiles.restore({ username: 'ann' });
    await ann.api.profiles.remove({ username: 'ann' });
    expect(await told()).toEqual([
      'profile.created 1',
      'profile.updated 2',
      'profile.hidden 3',
      'profile.restored 4',
      'profile.deleted 5',
    ]);
  });

  it('has no edit that changes nothing, and the profile keeps its time', async () => {
    const eve = await signIn(service());
    await eve.api.users.updateMe({ username: 'same', worldId: 'w' });
    const username = 'same-1';
    await eve.api.profiles.create({ username, referral: '' });
    const edit = () =>
      eve.api.profiles.updateSocials({
        username,
        about: 'Hi',
        socials: { x: 'https://x.com/e' },
      });
    const move = () =>
      eve.api.profiles.updateLocation({
        username,
        location: { latitude: 1, longitude: 2 },
      });
    await edit();
    await move();
    await numbered();
    before = (await readFeed(service().orm.em)).last;
    const { user } = (await eve.api.users.me()).data;
    await service().clock.advance('1 minute');
    const again = await eve.api.users.updateMe({ username: 'same', worldId: 'w' });
    expect(again.data.user).toEqual(user);
    await edit();
    await move();
    expect(await told()).toEqual([]);
    await eve.api.users.updateMe({ worldId: 'v' });
    expect(await told()).toEqual(['user.updated 3']);
    expect((await eve.api.users.me()).data.user.updatedAt).not.toBe(user.updatedAt);
  });

  it('has each change of a user, and one erasure with the profiles', async () => {
    const ben = await signIn(service());
    await ben.api.users.updateMe({ username: 'ben' });
    await ben.api.profiles.create({ username: 'ben-1', referral: '' });
    await leave(service(), ben);
    const changes = await told();
    expect(changes.slice(0, 3)).toEqual([
      'user.created 1',
      'user.updated 2',
      'profile.created 1',
    ]);
    expect(changes.slice(3).toSorted()).toEqual(['profile.deleted 2', 'user.erased 3']);
  });

  it('has nothing that changes nothing, fails, or is only about sessions', async () => {
    const cat = await signIn(service());
    await cat.api.profiles.create({ username: 'cat', referral: '' });
    await numbered();
    before = (await readFeed(service().orm.em)).last;
    await cat.api.users.updateMe({});
    await cat.api.profiles.updateSocials({ username: 'cat' });
    const again = cat.api.profiles.create({ username: 'CAT', referral: '' });
    expect(await outcome(again)).toBe('CONFLICT USERNAME_TAKEN');
    await signIn(service(), cat.email);
    expect(await told()).toEqual([]);
  });
});

describe('numbering', () => {
  it('skips no late commit: it comes after changes that were committed earlier', async () => {
    const { orm } = service();
    const dan = await signIn(service());
    await numbered();
    before = (await readFeed(orm.em)).last;
    const late = orm.em.fork();
    await late.begin();
    await sql`update users set world_id = 'late' where id = ${dan.id}`.execute(
      statements(late),
    );
    await signIn(service());
    expect(await told()).toEqual(['user.created 1']);
    await late.commit();
    expect(await told()).toEqual(['user.created 1', 'user.updated 2']);
  });

  it('does not wait for another instance, and loses nothing if one stops half-way', async () => {
    const { orm } = service();
    await signIn(service());
    const first = orm.em.fork();
    await first.begin();
    await numberChunk(first);
    expect(await told()).toEqual([]);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      statements(first),
    );
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(statements(orm.em));
    await expect.poll(told).toEqual(['user.created 1']);
    await first.rollback().catch(() => {});
  });

  it('tells how long the oldest change has waited', async () => {
    const { orm, clock } = service();
    await signIn(service());
    await clock.advance('5 seconds');
    expect(await readPendingSeconds(orm.em)).toBe(5);
    await numbered();
    expect(await readPendingSeconds(orm.em)).toBe(0);
  });

  it('continues by itself until it is stopped', async () => {
    const { orm } = service();
    const unexpected: unknown[] = [];
    let timesNumbered = 0;
    const worker = startNumbering({
      orm,
      onNumbered: () => (timesNumbered += 1),
      onUnexpected: (error) => unexpected.push(error),
    });
    await signIn(service());
    await expect
      .poll(() => readChanges(orm.em, before, 10))
      .toMatchObject([{ kind: 'user.created' }]);
    await worker.stop();
    expect(timesNumbered).toBe(1);
    expect(unexpected).toEqual([]);
  });

  it('gives a reader the changes of 30 writers exactly once and in order, with several instances', async () => {
    const { orm } = service();
    const eve = await signIn(service());
    const names = Array.from({ length: 6 }, (_, index) => `eve-${index}`);
    for (const username of names)
      await eve.api.profiles.create({ username, referral: '' });
    await numbered();
    before = (await readFeed(orm.em)).last;
    const rows: ChangeRow[] = [];
    const read = async () => {
      rows.push(...(await readChanges(orm.em, rows.at(-1)?.number ?? before, 7)));
    };
    const results = await raceTogether(30, async (index) => {
      for (let edit = 0; edit < 4; edit += 1) {
        const username = names[(index + edit) % names.length] ?? '';
        await eve.api.profiles.updateSocials({ username, about: `${index}-${edit}` });
        await Promise.all([
          numberChunk(orm.em),
          numberChunk(orm.em),
          ...(index === 0 ? [read()] : []),
        ]);
      }
    });
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    await numbered();
    while (rows.length < 120) await read();
    await read();
    expect(rows.map(({ number }) => number - before)).toEqual(
      rows.map((_, index) => index + 1),
    );
    const profiles = await orm.em.fork().find(Profile, { username: names });
    for (const { id, revision } of profiles) {
      const revisions = rows
        .filter((row) => row.subjectId === id)
        .map((row) => row.revision);
      expect(revisions).toEqual(
        Array.from({ length: revision - 1 }, (_, index) => index + 2),
      );
    }
    expect(rows).toHaveLength(120);
  });
});
