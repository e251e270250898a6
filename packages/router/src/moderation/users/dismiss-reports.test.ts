import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import { untilBlocked } from '../../testing/blocked.ts';
import { makeCards, nameOf } from '../../testing/cards.ts';
import {
  admin,
  moderator,
  type Person,
  signIn,
  signInOlder,
  leave,
} from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService({
  settings: { publicProfiles: true, review: new Set() },
});
let boss: Person;
let cards: string[];

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  const owner = await signIn(service());
  boss = await admin(service());
  cards = (await makeCards(service(), owner.id, 3)).map(nameOf);
});

type Sender = { token?: string };

const report = (
  { token }: Sender,
  card: number,
  { reason = 'danger' }: { reason?: 'danger' | 'spam' } = {},
) =>
  service()
    .as(token)
    .profiles.report({ username: cards[card] ?? '', reason });

const nobody: Sender = {};

const older = async () => signInOlder(service());

/** The cards of the urgent lane. */
async function urgent(): Promise<number[]> {
  const { data } = await boss.api.moderation.desk.list({ lane: 'urgent' });
  return data.items.map(({ profile }) => cards.indexOf(profile?.username ?? ''));
}

async function approve(): Promise<void> {
  const { data } = await boss.api.moderation.desk.next({ lane: 'reported' });
  const [{ id, profile } = { id: '', profile: null }] = data.items;
  const revision = profile?.revision ?? 0;
  await boss.api.moderation.desk.close({ id, revision, decision: 'approve' });
}

const suspend = async (
  { id }: Person,
  reason: 'spam' | 'harassment' = 'spam',
  days?: number,
) => (await boss.api.moderation.users.suspend({ id, reason, days })).data.action;

const unsuspend = ({ id }: Person) => boss.api.moderation.users.unsuspend({ id });

const left = async () => (await boss.api.moderation.desk.shift()).data;

const lockCard = (card: number, inside: ReturnType<typeof statements>) =>
  sql`select from profiles where username = ${cards[card]} for no key update`.execute(
    inside,
  );

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
    await suspend(rude, 'harassment');
    await suspend(spammer);
    expect(new Set(await urgent())).toEqual(new Set([0, 1, 2]));
  });

  it('stay if somebody erased their account, and have no name', async () => {
    await leave(service(), spammer);
    expect(await urgent()).toEqual([0]);
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
    expect(await urgent()).toEqual([0]);
  });

  it('open again if the suspension is ended or undone, and close if that is undone', async () => {
    const action = await suspend(spammer);
    expect(await urgent()).toEqual([]);
    const undone = await boss.api.moderation.undo({ action });
    expect(await urgent()).toEqual([0]);
    await boss.api.moderation.undo({ action: undone.data.action ?? '' });
    expect(await urgent()).toEqual([]);
    await unsuspend(spammer);
    expect(await urgent()).toEqual([0]);
  });

  it('open again when the suspension is over', async () => {
    await suspend(spammer, 'spam', 1);
    await service().clock.advance('1 day 1 second');
    boss = await signIn(service(), boss.email);
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
    expect(await urgent()).toEqual([0]);
  });

  it('do not open again by an erasure, nor after a decision', async () => {
    await suspend(spammer);
    await report(await older(), 0, { reason: 'spam' });
    await approve();
    await unsuspend(spammer);
    expect(await left()).toMatchObject({ left: 0 });
    await suspend(spammer);
    await boss.api.moderation.users.erase({ id: spammer.id, reason: 'spam' });
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
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

  it('open again as one item with each reporter once, if a card has several', async () => {
    const other = await signIn(service());
    await suspend(spammer, 'spam', 1);
    await report(other, 0, { reason: 'spam' });
    await suspend(other, 'spam', 2);
    await service().clock.advance('1 day 1 second');
    boss = await signIn(service(), boss.email);
    spammer = await signIn(service(), spammer.email);
    await report(spammer, 0);
    await suspend(spammer, 'spam', 1);
    await service().clock.advance('1 day 1 second');
    boss = await signIn(service(), boss.email);
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
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
  });

  it('stay open if somebody else’s report is stored while they are suspended', async () => {
    const em = service().orm.em.fork();
    const { promise: isLocked, resolve: go } = Promise.withResolvers<void>();
    // Starts outside of the transaction. Otherwise it would join it.
    const suspending = isLocked.then(() => suspend(spammer));
    await em.transactional(async (inner) => {
      const inside = statements(inner);
      await lockCard(0, inside);
      await sql`update items set urgent = true where closed_at is null`.execute(inside);
      go();
      await untilBlocked(inner, 1);
      await sql`
        insert into reports (id, item_id, reason, network, allocation)
        select gen_random_uuid(), id, 'spam', '', '' from items where closed_at is null
      `.execute(inside);
    });
    await suspending;
    expect(await urgent()).toEqual([0]);
  });

  it('are closed even if a report of theirs is on its way', async () => {
    const em = service().orm.em.fork();
    const { promise: isLocked, resolve: go } = Promise.withResolvers<void>();
    const reporting = isLocked.then(() => report(spammer, 1));
    const { promise: isReporting, resolve: goOn } = Promise.withResolvers<void>();
    const suspending = isReporting.then(() => suspend(spammer));
    await em.transactional(async (inner) => {
      await lockCard(1, statements(inner));
      go();
      await untilBlocked(inner, 1);
      goOn();
      // Without the lock it is done, and waits for nothing.
      await Promise.race([suspending, untilBlocked(inner, 2)]);
    });
    await Promise.all([reporting, suspending]);
    expect(await urgent()).toEqual([]);
  });
});
