import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, somebody, moderator, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());
let owner: Person;
let ann: Person;
let bob: Person;
let boss: Person;

let cards = 0;

beforeEach(async () => {
  await sql`delete from users`.execute(db());
  await service().clock.advance('40 days');
  await signInAll();
});

async function signInAll(): Promise<void> {
  owner = await somebody(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
}

/** Lets time pass, after which a moderator has to sign in again. */
async function pass(interval: string): Promise<void> {
  await service().clock.advance(interval);
  const again = async ({ email }: Person) => signIn(service(), email);
  [owner, ann, bob, boss] = [
    await again(owner),
    await again(ann),
    await again(bob),
    await again(boss),
  ];
}

async function make(count = 1, by = owner): Promise<string[]> {
  const names: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const username = `shift-${(cards += 1)}`;
    await by.api.profiles.create({ username, referral: '' });
    names.push(username);
  }
  return names;
}

const shiftOf = async ({ api }: Person) => (await api.moderation.desk.shift()).data;

const handOver = ({ api }: Person, text = 'All quiet.') =>
  api.moderation.desk.handOver({ text });

const hide = ({ api }: Person, username = '') =>
  api.moderation.profiles.hide({ username, reason: 'spam' });

const undo = ({ api }: Person, action: string) => api.moderation.undo({ action });

/** The newest action in the history. */
async function lastAction(): Promise<string> {
  const { data } = await boss.api.audit.listActions({ limit: 1 });
  return data.actions[0]?.id ?? '';
}

/** Closes the oldest new card. Returns the action. */
async function close({ api }: Person, decision: 'approve' | 'pass_on' = 'approve') {
  const { items } = (await api.moderation.desk.list({ lane: 'new', limit: 1 })).data;
  const [item] = items;
  const revision = item?.profile?.revision ?? 0;
  const { data } = await api.moderation.desk.close({
    id: item?.id ?? '',
    revision,
    decision,
  });
  return data.action;
}

describe('a shift', () => {
  it('is a day without a hand-over, and at most 30 days', async () => {
    const { since } = await shiftOf(ann);
    await handOver(ann);
    await service().clock.advance('30 minutes');
    const second = await shiftOf(ann);
    expect(Date.parse(second.since) - Date.parse(since)).toBe(24 * 3_600_000);
    await pass('31 days');
    const { since: late } = await shiftOf(ann);
    expect(Date.parse(late) - Date.parse(second.since)).toBeGreaterThan(23 * 3_600_000);
    expect(Date.parse(late) - Date.parse(second.since)).toBeLessThan(26 * 3_600_000);
  });

  it('counts opened, closed, left and undone items, and who closed them', async () => {
    const [first, second] = await make(6);
    await hide(ann, first);
    await close(ann);
    await undo(ann, await close(bob));
    await hide(bob, second);
    expect(await shiftOf(bob)).toMatchObject({
      opened: 6,
      closed: 2,
      left: 4,
      undone: 1,
      closingActs: 2,
      undoingActs: 1,
      closers: [{ id: ann.id, email: ann.email, closed: 2, acts: 2 }],
    });
  });

  it('begins with the caller’s last hand-over', async () => {
    await make(2);
    await close(ann);
    await service().clock.advance('1 minute');
    await handOver(ann, 'The wave goes on.');
    await service().clock.advance('1 minute');
    await close(bob);
    expect(await shiftOf(ann)).toMatchObject({ opened: 0, closed: 1, left: 0 });
    expect(await shiftOf(bob)).toMatchObject({ opened: 2, closed: 2, left: 0 });
    expect((await shiftOf(bob)).handOvers).toMatchObject([
      { author: { id: ann.id, email: ann.email }, text: 'The wave goes on.' },
    ]);
  });

  it('names who changed many cards in few acts, however much others did, until it is undone', async () => {
    await make(20);
    const others = await make(21, await somebody(service()));
    for (const username of others) await hide(ann, username);
    expect((await shiftOf(bob)).changer).toBeNull();
    await boss.api.moderation.profiles.hideAllOf({ ownerId: owner.id, reason: 'spam' });
    const { id, email } = boss;
    expect((await shiftOf(ann)).changer).toEqual({ id, email, cards: 20, acts: 1 });
    const filter = { by: boss.id, since: new Date(0).toISOString() };
    await bob.api.moderation.undo({ filter });
    expect((await shiftOf(ann)).changer).toBeNull();
  });

  it('shows the five newest notes for the next shift', async () => {
    for (const text of ['1', '2', '3', '4', '5', '6']) {
      await handOver(ann, text);
      await service().clock.advance('1 minute');
    }
    const { handOvers } = await shiftOf(bob);
    expect(handOvers.map(({ text }) => text)).toEqual(['6', '5', '4', '3', '2']);
  });

  it('leaves out items about moderators and about the caller, for a moderator', async () => {
    await make(1, ann);
    await make(1, bob);
    await undo(boss, await close(boss));
    const nothing = { opened: 0, closed: 0, left: 0, undone: 0, closers: [] };
    expect(await shiftOf(ann)).toMatchObject(nothing);
    expect(await shiftOf(bob)).toMatchObject(nothing);
    expect(await shiftOf(boss)).toMatchObject({ opened: 2, left: 2, undone: 1 });
  });
});

/** Counts closings and undos since an instant, from the history alone. */
async function recount(since: string) {
  const { rows } = await sql<{ closed: number; undone: number; by: string[] }>`
    with decisions as (
      select events.*, actions.actor_id from audit_events events
      join moderation_actions actions on actions.id = events.action_id
      where events.at >= ${since}::timestamptz
        and not exists (select from audit_events undoing where undoing.undoes_id = events.id)
    ),
    closed as (
      select decisions.actor_id from decisions join items on items.action_id = decisions.action_id
        and coalesce(items.profile_id, items.user_id) = coalesce(decisions.profile_id, decisions.user_id)
      where decisions.type in ('profile.approved', 'profile.hidden', 'profile.passed_on')
    )
    select (select count(*)::int from closed) as closed,
      (select array_agg(actor_id || ' ' || count order by actor_id) from (
        select actor_id, count(*) from closed group by actor_id
      ) counted) as by,
      (select count(*)::int from audit_events where at >= ${since}::timestamptz and undoes_id is not null
        and type in ('item.reopened', 'profile.restored')) as undone
  `.execute(db());
  return rows[0];
}

describe('the figures', () => {
  it('equal a recount of the history, after random acts', async () => {
    await handOver(boss);
    await service().clock.advance('1 minute');
    const names = await make(24);
    const people = [ann, bob, boss];
    for (const [index, name] of names.entries()) {
      const who = people[index % 3] ?? boss;
      const other = people[(index + 1) % 3] ?? boss;
      if (index % 4 === 0) await hide(who, name);
      if (index % 4 === 1) await undo(other, await close(who));
      if (index % 4 === 2) await close(who, index % 8 === 2 ? 'pass_on' : 'approve');
      if (index % 6 === 0) await undo(other, await lastAction());
    }
    const shift = await shiftOf(boss);
    const counted = await recount(shift.since);
    expect(shift.closed).toBe(counted?.closed);
    expect(shift.undone).toBe(counted?.undone);
    expect(shift.closers.map(({ id, closed }) => `${id} ${closed}`).toSorted()).toEqual(
      counted?.by,
    );
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from items
      where closed_at is null and kept_from is distinct from ${boss.id}::uuid
    `.execute(db());
    expect(shift.left).toBe(rows[0]?.left);
  });
});
