import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, moderator, type Person, signIn, suspend } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

let ann: Person;
let mod: Person;
let bob: Person;

const names = (profiles: { username: string }[]) =>
  profiles.map(({ username }) => username);

beforeAll(async () => {
  await service().clock.set('2027-03-01T23:59:59.999999Z');
  const early = await signIn(service());
  await early.api.profiles.create({ username: 'early', referral: '' });
  await service().clock.set('2027-03-02T00:00:00Z');
  bob = await signIn(service());
  await service().clock.set('2027-03-20T12:00:00Z');
  for (let number = 1; number <= 10; number += 1) {
    await service().clock.advance('1 minute');
    await bob.api.profiles.create({ username: `p${number}`, referral: '' });
  }
  await service().clock.set('2027-03-31T23:00:00Z');
  bob = await signIn(service(), bob.email);
  [ann, mod] = [await admin(service()), await moderator(service())];
  await bob.api.profiles.updateSocials({ username: 'p3', about: 'New.' });
  await service().clock.advance('1 second');
  await bob.api.profiles.updateSocials({ username: 'p2', about: 'Newer.' });
  await bob.api.profiles.create({ username: 'p11', referral: '' });
  await mod.api.moderation.profiles.hide({ username: 'p5' });
  await mod.api.moderation.profiles.restore({ username: 'p5' });
  await mod.api.moderation.profiles.hide({ username: 'p6' });
});

const overview = async (person: Person) => (await person.api.moderation.overview()).data;

describe('the overview', () => {
  it('counts profiles, and people for admins alone', async () => {
    await suspend(service(), await signIn(service()));
    const profiles = { all: 12, active: 11, hidden: 1 };
    expect((await overview(ann)).counts).toEqual({ profiles, users: 5, suspended: 1 });
    expect((await overview(mod)).counts).toEqual({
      profiles,
      users: null,
      suspended: null,
    });
  });

  it('shows the 8 newest profiles, and those that their owners changed, the last first', async () => {
    const { newest, changed } = await overview(mod);
    const expected = ['p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4'];
    expect(names(newest)).toEqual(expected);
    expect(names(changed)).toEqual(['p2', 'p3']);
  });

  it('shows no change that is older than a week', async () => {
    const now = await service().clock.now();
    await service().clock.advance('7 days 1 second');
    const late = await signIn(service(), mod.email);
    expect((await overview(late)).changed).toEqual([]);
    await service().clock.set(now);
  });

  it('shows the identities that most people share', async () => {
    for (const worldId of ['two', 'two', 'three', 'three', 'three', 'one', 'Two']) {
      const person = await signIn(service());
      await person.api.users.updateMe({ worldId, walletAddress: 'same' });
    }
    expect((await overview(mod)).duplicateIdentities).toEqual([
      { identity: 'walletAddress', value: 'same', users: 7 },
      { identity: 'worldId', value: 'three', users: 3 },
      { identity: 'worldId', value: 'two', users: 2 },
    ]);
  });

  it('has 30 days in UTC, those with nothing among them, and the present one last', async () => {
    const { days } = await overview(mod);
    expect(days).toHaveLength(30);
    const nothing = { profiles: 0, users: 0, hidden: 0, restored: 0 };
    expect(days[0]).toEqual({ ...nothing, day: '2027-03-02', users: 1 });
    expect(days[1]).toEqual({ ...nothing, day: '2027-03-03' });
    expect(days[18]).toEqual({ ...nothing, day: '2027-03-20', profiles: 10 });
    expect(days[29]).toMatchObject({
      day: '2027-03-31',
      profiles: 1,
      hidden: 2,
      restored: 1,
    });
  });
});

describe('what was undone', () => {
  it('is in no count, and neither is its undo; what was done again is', async () => {
    const today = async () => {
      const { hidden, restored } = (await overview(mod)).days.at(-1) ?? {};
      return [hidden, restored];
    };
    const undo = async (action: string) =>
      (await mod.api.moderation.undo({ action })).data.action ?? '';
    expect(await today()).toEqual([2, 1]);
    await mod.api.moderation.profiles.hide({ username: 'p7' });
    expect(await today()).toEqual([3, 1]);
    const { data } = await mod.api.audit.list({ limit: 1 });
    const undone = await undo(data.events[0]?.action ?? '');
    expect(await today()).toEqual([2, 1]);
    const again = await undo(undone);
    expect(await today()).toEqual([3, 1]);
    await undo(again);
    expect(await today()).toEqual([2, 1]);
  });
});

describe('mail that failed', () => {
  type Mail = { state: string; event?: string; age?: string; recipient: string };

  const insert = async ({ state, event, age = '0 days', recipient }: Mail) =>
    sql`
      insert into outbox (id, challenge_id, recipient, has_account, browser, system, state, next_at, created_at, event)
      values (${v7()}, ${v7()}, ${recipient}, true, '', '', ${state}, current_instant(),
        current_instant() - ${age}::interval, ${event ?? null})
    `.execute(statements(service().orm.em.fork()));

  beforeAll(async () => {
    await sql`truncate outbox, mail_turns`.execute(statements(service().orm.em.fork()));
    const mails: Mail[] = [
      { recipient: 'refused', state: 'refused', age: '1 hour' },
      { recipient: 'expired', state: 'expired', age: '2 hours' },
      { recipient: 'suppressed', state: 'sent', event: 'suppressed', age: '6 days' },
      { recipient: 'old', state: 'refused', age: '8 days' },
      { recipient: 'settled', state: 'refused', event: 'reactivated' },
      { recipient: 'sent', state: 'sent' },
      { recipient: 'queued', state: 'queued' },
    ];
    for (const mail of mails) await insert(mail);
  });

  it('is shown for a week, unless it was settled, the newest first', async () => {
    const { failedMail } = await overview(ann);
    expect(failedMail?.map(({ address }) => address)).toEqual([
      'refused',
      'expired',
      'suppressed',
    ]);
  });

  it('is shown to admins alone', async () => {
    expect((await overview(mod)).failedMail).toBeNull();
  });
});
