import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import { makeCards, nameOf } from '../../testing/cards.ts';
import { admin, type Person, signIn, signInOlder } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService({
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

const older = async () => signInOlder(service());

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

const left = async () => (await boss.api.moderation.desk.shift()).data;

describe('thirty new accounts of one network that report danger', () => {
  it('have three urgent items, the last ones; suspended as spam, none', async () => {
    const people: Person[] = [];
    for (let card = 0; card < 29; card += 1) {
      const person = await signIn(service());
      people.push(person);
      await report(person, card, { ip: `20.1.1.${card}` });
    }
    await report(await older(), 29);
    expect(await inLane('urgent')).toEqual([29, 0, 1, 2]);
    expect(await inLane('reported')).toHaveLength(20);
    await approve('urgent');
    await approve('urgent');
    expect(await inLane('urgent')).toEqual([1, 2, 3]);
    for (const person of people) await suspend(person);
    expect(await left()).toMatchObject({ left: 0, closed: 2, dismissed: 28 });
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

  it('is leased after twenty that stand first, though it is older', async () => {
    await report(nobody, 0);
    const member = await older();
    const first = Array.from({ length: 20 }, (_, nth) => nth + 1);
    for (const card of first) await report(member, card);
    expect(await inLane('urgent')).toEqual(first);
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

  it('of a quiet network of the same allocation comes second, too', async () => {
    for (const card of [0, 1, 2]) await report(nobody, card, { ip: '20.1.1.1' });
    await report(nobody, 3, { ip: '20.1.2.1' });
    expect(await inLane('urgent')).toEqual([0, 3, 1, 2]);
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
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
    await service().clock.advance('3 minutes');
    expect(await inLane('urgent')).toHaveLength(3);
  });
});
