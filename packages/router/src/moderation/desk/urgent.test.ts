import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import { makeCards, nameOf } from '../../testing/cards.ts';
import { noChance } from '../../testing/no-chance.ts';
import { admin, moderator, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService({
  random: noChance,
  settings: { publicProfiles: true, review: new Set() },
});
let owner: Person;
let boss: Person;
let cards: string[];

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  owner = await signIn(service());
  boss = await admin(service());
  cards = (await makeCards(service(), owner.id, 100)).map(nameOf);
});

type Sender = { token?: string };

type Sent = { ip?: string; reason?: 'danger' | 'spam' };

const report = (
  { token }: Sender,
  card: number,
  { ip = '20.1.1.1', reason = 'danger' }: Sent = {},
) =>
  service()
    .as(token, { ip })
    .profiles.report({ username: cards[card] ?? '', reason });

const nobody: Sender = {};

async function older(): Promise<Person> {
  const person = await signIn(service());
  await sql`
    update users set created_at = created_at - interval '1 day' where id = ${person.id}
  `.execute(db());
  return person;
}

/** The cards of a lane, in its order, as an admin gets them. */
async function inLane(lane: Lane): Promise<number[]> {
  const { data } = await boss.api.moderation.desk.next({ lane });
  const listed = await boss.api.moderation.desk.list({ lane, limit: 100 });
  const names = data.items.map(({ profile }) => profile?.username ?? '');
  const read = listed.data.items.map(({ profile }) => profile?.username ?? '');
  expect(read.slice(0, names.length)).toEqual(names);
  expect(data.lanes[lane]).toBe(read.length);
  return names.map((name) => cards.indexOf(name));
}

async function approve(lane: Lane): Promise<void> {
  const { data } = await boss.api.moderation.desk.next({ lane });
  const [{ id, profile } = { id: '', profile: null }] = data.items;
  const revision = profile?.revision ?? 0;
  await boss.api.moderation.desk.close({ id, revision, decision: 'approve' });
}

const suspend = async (
  { id }: Person,
  reason: 'spam' | 'other' = 'spam',
  days?: number,
) => (await boss.api.moderation.users.suspend({ id, reason, days })).data.action;

const unsuspend = ({ id }: Person) => boss.api.moderation.users.unsuspend({ id });

const left = async () => (await boss.api.moderation.desk.shift()).data;

describe('a hundred new accounts of one network that report danger', () => {
  it('have three urgent items, the last ones; suspended as spam, none', async () => {
    const people: Person[] = [];
    for (let card = 0; card < 99; card += 1) {
      const person = await signIn(service());
      people.push(person);
      await report(person, card, { ip: `20.1.1.${card}` });
    }
    await report(await older(), 99);
    expect(await inLane('urgent')).toEqual([99, 0, 1, 2]);
    expect(await inLane('reported')).toHaveLength(20);
    await approve('urgent');
    await approve('urgent');
    expect(await inLane('urgent')).toEqual([1, 2, 3]);
    for (const person of people) await suspend(person);
    expect(await left()).toMatchObject({ left: 0, closed: 2, dismissed: 98 });
  });
});

describe('an item of danger', () => {
  it('of a frightened newcomer is urgent', async () => {
    await report(await signIn(service()), 5);
    expect(await inLane('urgent')).toEqual([5]);
    expect(await inLane('reported')).toEqual([]);
  });

  it('stands first when an older account says the same, and counts for no network', async () => {
    for (const card of [0, 1, 2, 3]) await report(nobody, card);
    await report(await older(), 3);
    expect(await inLane('urgent')).toEqual([3, 0, 1, 2]);
    await report(nobody, 4);
    await report(await older(), 0);
    expect(await inLane('urgent')).toEqual([0, 3, 1, 2, 4]);
  });

  it('does not wait because another network reports the same card', async () => {
    for (const card of [0, 1, 2]) await report(nobody, card, { ip: '20.2.1.1' });
    await report(nobody, 3);
    await report(nobody, 3, { ip: '20.2.1.2' });
    expect(await inLane('urgent')).toContain(3);
  });

  it('of a quiet allocation comes second, after any number of a loud one', async () => {
    for (let card = 0; card < 9; card += 1) {
      await report(nobody, card, { ip: `20.1.${card % 3}.1` });
    }
    await report(nobody, 50, { ip: '30.1.1.1' });
    expect((await inLane('urgent')).indexOf(50)).toBe(1);
  });

  it('is not made to wait by reports of other reasons', async () => {
    for (const card of [0, 1, 2, 3]) await report(nobody, card, { reason: 'spam' });
    await report(nobody, 4);
    expect(await inLane('urgent')).toEqual([4]);
  });

  it('waits still when the network is forgotten, and its accounts are older', async () => {
    const people = [await signIn(service()), await signIn(service())];
    for (const card of [0, 1, 2]) await report(people[0] ?? nobody, card);
    for (const card of [3, 4, 5]) await report(people[1] ?? nobody, card);
    await service().clock.advance('31 days');
    boss = await signIn(service(), boss.email);
    expect(await inLane('urgent')).toEqual([0, 1, 2]);
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 0 } });
    await service().clock.advance('3 minutes');
    expect(await inLane('urgent')).toHaveLength(3);
  });
});

describe('items whose reporters are all suspended as spam', () => {
  let spammer: Person;

  beforeEach(async () => {
    spammer = await signIn(service());
    await report(spammer, 0);
  });

  it('stay if one reporter is not, has no account, or was suspended for another reason', async () => {
    const [innocent, rude] = [await signIn(service()), await signIn(service())];
    await report(spammer, 1);
    await report(spammer, 2);
    await report(innocent, 0);
    await report(nobody, 1);
    await report(rude, 2);
    await suspend(rude, 'other');
    await suspend(spammer);
    expect(new Set(await inLane('urgent'))).toEqual(new Set([0, 1, 2]));
  });

  it('stay if somebody erased their account, and have no name', async () => {
    await spammer.api.users.removeMe();
    expect(await inLane('urgent')).toEqual([0]);
    const { data } = await boss.api.moderation.desk.list({ lane: 'urgent' });
    const { reports } = (
      await boss.api.moderation.desk.inspect({ id: data.items[0]?.id ?? '' })
    ).data;
    const [{ id } = { id: '' }] = reports;
    const read = await boss.api.moderation.desk.reporter({ report: id });
    expect(read.data.reporter).toBeNull();
  });

  it('stay if they are about staff', async () => {
    const mod = await moderator(service());
    cards = (await makeCards(service(), mod.id, 1)).map(nameOf);
    await report(spammer, 0);
    await suspend(spammer);
    expect(await inLane('urgent')).toEqual([0]);
  });

  it('open again if the suspension is ended or undone, and close if that is undone', async () => {
    const action = await suspend(spammer);
    expect(await inLane('urgent')).toEqual([]);
    const undone = await boss.api.moderation.undo({ action });
    expect(await inLane('urgent')).toEqual([0]);
    await boss.api.moderation.undo({ action: undone.data.action ?? '' });
    expect(await inLane('urgent')).toEqual([]);
    await unsuspend(spammer);
    expect(await inLane('urgent')).toEqual([0]);
  });

  it('open again when the suspension is over', async () => {
    await suspend(spammer, 'spam', 1);
    await service().clock.advance('1 day 1 second');
    boss = await signIn(service(), boss.email);
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 0 } });
    expect(await inLane('urgent')).toEqual([0]);
  });

  it('do not open again by an erasure, nor after a decision', async () => {
    await suspend(spammer);
    await report(await older(), 0, { reason: 'spam' });
    await approve('reported');
    await unsuspend(spammer);
    expect(await left()).toMatchObject({ left: 0 });
    await suspend(spammer);
    await boss.api.moderation.users.erase({ id: spammer.id, reason: 'spam' });
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 0 } });
    expect(await left()).toMatchObject({ left: 0 });
  });

  it('join the item that was opened meanwhile', async () => {
    await suspend(spammer);
    await report(await older(), 0, { reason: 'spam' });
    await unsuspend(spammer);
    const { data } = await boss.api.moderation.desk.list({ lane: 'urgent' });
    expect(data.items).toMatchObject([
      {
        reports: [
          { reason: 'danger', count: 1 },
          { reason: 'spam', count: 1 },
        ],
      },
    ]);
  });

  it('are closed or still have a report of somebody else, whatever races', async () => {
    const people: Person[] = [];
    for (let made = 0; made < 15; made += 1) people.push(await signIn(service()));
    await raceTogether(30, async (at) => {
      const person = people[at % 15] ?? spammer;
      return at < 15 ? report(person, 1) : suspend(person);
    });
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from items where profile_id is not null and id in (
        select item_id from reports group by item_id
        having bool_and(reporter_id in (select id from users where suspended_at is not null))
      ) and closed_at is null
    `.execute(db());
    expect(rows).toEqual([{ wrong: 0 }]);
    const innocent = await signIn(service());
    await raceTogether(30, async (at) =>
      at === 15 ? suspend(spammer) : report(at === 16 ? innocent : nobody, 0),
    );
    expect(await inLane('urgent')).toContain(0);
  });
});
