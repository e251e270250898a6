import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actCodeOf } from '../../testing/act-codes.ts';
import { cardsOf, makeCards, toggle } from '../../testing/cards.ts';
import { countDeadlocks } from '../../testing/deadlocks.ts';
import { endingsOf, errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  somebody,
  moderator,
  type Person,
  program,
} from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';
import { doPiece } from '../acts/do-piece.ts';

const service = useService();
let owner: Person;
let rogue: Person;
let colleague: Person;
let boss: Person;
let since: string;

beforeEach(async () => {
  owner = await somebody(service());
  rogue = await moderator(service());
  colleague = await moderator(service());
  boss = await admin(service());
  await service().clock.advance('1 minute');
  since = await service().clock.now();
});

const db = () => statements(service().orm.em.fork());

const makeProfiles = (count: number) => makeCards(service(), owner.id, count);

const change = (
  who: { api: Caller },
  name: 'hideMany' | 'restoreMany',
  ids: readonly string[],
) => toggle(service(), who, name, ids);

const hiddenOf = async (ids: readonly string[]) =>
  (await cardsOf(service(), ids)).map(({ hidden }) => hidden);

const filterOf = (by: { id: string }) => ({ by: by.id, since });

const undoAll = async ({ api }: { api: Caller }, filter: object) =>
  (await api.moderation.undo({ filter: { ...filterOf(rogue), ...filter } })).data;

const countAll = async ({ api }: Person, filter: object = {}) =>
  (await api.moderation.undoable({ ...filterOf(rogue), ...filter })).data;

describe('an undo of more than 1,000 events', () => {
  it('gives roles back too, with one code', async () => {
    const ids = await makeProfiles(1_001);
    await sql`update users set role = 'admin' where id = ${rogue.id}`.execute(db());
    await change(rogue, 'hideMany', ids);
    const other = await admin(service());
    await boss.api.moderation.users.suspend({ id: other.id, reason: 'spam' });
    await rogue.api.moderation.users.unsuspend({ id: other.id });
    // Their own acts of today count for nothing. Suspending an admin again takes a code.
    const own = service()
      .as(rogue.token)
      .moderation.undo({ filter: filterOf(rogue) });
    expect(await outcome(own)).toBe('FORBIDDEN CODE_REQUIRED');
    const { id } = colleague;
    const role = { id, from: 'moderator', to: 'user' } as const;
    await rogue.api.moderation.users.changeRole(role);
    const { api } = boss;
    const undo = (code?: string) =>
      service()
        .as(boss.token)
        .moderation.undo({ filter: filterOf(rogue), code });
    expect(await outcome(undo())).toBe('FORBIDDEN CODE_REQUIRED');
    const { data } = await undo(await actCodeOf(service(), boss));
    expect(data).toMatchObject({ isRunning: true, results: [], nextCursor: null });
    const { acts } = (await api.moderation.acts.list()).data;
    const act = acts.find(({ action }) => action === data.action);
    while (await doPiece(service().deps, act?.id ?? ''));
    expect(await hiddenOf(ids)).not.toContain(true);
    const { user } = (await api.moderation.users.inspect({ id })).data;
    expect(user.role).toBe('moderator');
  });
});

describe('an undo of all that somebody has done', () => {
  it('is one action, and its undo brings back the state that they had made', async () => {
    const ids = await makeProfiles(3);
    const [once = '', twice = '', thrice = ''] = ids;
    await change(rogue, 'hideMany', ids);
    await change(rogue, 'restoreMany', [twice, thrice]);
    await change(rogue, 'hideMany', [thrice]);
    const { action, results, nextCursor } = await undoAll(colleague, {});
    expect(results.map(({ id, outcome: of }) => [id, of])).toEqual(
      [once, twice, thrice].map((id) => [id, 'done']),
    );
    expect(nextCursor).toBeNull();
    expect(await hiddenOf(ids)).toEqual([false, false, false]);
    const [done] = (await boss.api.audit.listActions({ action: action ?? '' })).data
      .actions;
    expect(done).toMatchObject({ events: 6, undone: 0, undoable: 3 });
    await colleague.api.moderation.undo({ action: action ?? '' });
    expect(await hiddenOf(ids)).toEqual([true, false, true]);
  });

  it('can be limited to one type of event', async () => {
    const ids = await makeProfiles(2);
    const [hidden = '', restored = ''] = ids;
    await change(colleague, 'hideMany', [restored]);
    await change(rogue, 'restoreMany', [restored]);
    await change(rogue, 'hideMany', [hidden]);
    await undoAll(colleague, { type: 'profile.restored' });
    expect(await hiddenOf(ids)).toEqual([true, true]);
  });

  it('undoes acts on profiles for a moderator, and all acts for an admin', async () => {
    const [id = ''] = await makeProfiles(1);
    const person = await somebody(service());
    await sql`update users set role = 'admin' where id = ${rogue.id}`.execute(db());
    await change(rogue, 'hideMany', [id]);
    await rogue.api.moderation.users.suspend({ id: person.id, reason: 'spam' });
    const suspension = async () =>
      (await boss.api.moderation.users.inspect({ id: person.id })).data.user.suspension;
    expect((await undoAll(colleague, {})).results).toMatchObject([{ id }]);
    expect(await suspension()).not.toBeNull();
    expect((await undoAll(boss, {})).results).toMatchObject([{ id: person.id }]);
    expect(await suspension()).toBeNull();
    expect(await undoAll(boss, {})).toEqual({
      action: null,
      results: [],
      nextCursor: null,
      isRunning: false,
    });
  });

  it('leaves one of two admins whom they had made, if there is no other', async () => {
    await sql`update users set role = 'admin' where id = ${rogue.id}`.execute(db());
    for (const { id } of [owner, colleague]) {
      const from = id === owner.id ? 'user' : 'moderator';
      await rogue.api.moderation.users.changeRole({ id, from, to: 'admin' });
    }
    const made = sql`id in (${colleague.id}, ${owner.id})`;
    await sql`update users set role = 'user' where not ${made}`.execute(db());
    const { results } = await undoAll(colleague, {});
    expect(results).toMatchObject([
      { outcome: 'rejected', error: { reason: 'LAST_ADMIN' } },
      { outcome: 'done' },
    ]);
    const { rows } = await sql`select from users where role = 'admin'`.execute(db());
    expect(rows).toHaveLength(1);
  });

  it('changes each row once if thirty ask together', async () => {
    const ids = await makeProfiles(20);
    await change(rogue, 'hideMany', ids);
    await change(rogue, 'restoreMany', ids.slice(0, 10));
    const results = await raceTogether(30, async (index) =>
      undoAll(index % 2 === 0 ? colleague : boss, {}),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect((await hiddenOf(ids)).filter(Boolean)).toEqual([]);
    const { rows } = await sql`
      select count(*)::int as undone from audit_events
      where undoes_id is not null and profile_id = any(${ids}::uuid[])
    `.execute(db());
    expect(rows).toEqual([{ undone: 30 }]);
  });

  it('of several users waits for others who act on them, without a deadlock', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, () => somebody(service())),
    );
    // Rows are locked in order of id: here the users come before the admins.
    await sql`update users set role = 'user'`.execute(db());
    [rogue, boss] = [await admin(service()), await admin(service())];
    for (const { id } of people) {
      await rogue.api.moderation.users.suspend({ id, reason: 'spam' });
    }
    const results = await raceTogether(30, async (index) => {
      const id = people[index % people.length]?.id ?? '';
      const role = { id, from: 'user', to: 'moderator' } as const;
      return index % 3 === 0
        ? undoAll(boss, {})
        : boss.api.moderation.users.changeRole(role).catch(() => {});
    });
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect(await countDeadlocks(service())).toBe(0);
  });

  it('must name its acts in exactly one way', async () => {
    const { undo } = boss.api.moderation;
    const event = service().deps.random.id();
    for (const input of [{}, { event, filter: filterOf(rogue) }]) {
      expect(await outcome(undo(input))).toBe('BAD_REQUEST INPUT_INVALID');
    }
  });
});

describe('more than 50 cards of somebody else', () => {
  const refused = 'FORBIDDEN UNDO_TAKES_ADMIN';
  let ids: string[];
  let actions: string[];

  beforeEach(async () => {
    ids = await makeProfiles(51);
    actions = await change(rogue, 'hideMany', ids);
  });

  it('are for an admin to undo, as one action or by a filter', async () => {
    const [action = ''] = actions;
    expect(await outcome(colleague.api.moderation.undo({ action }))).toBe(refused);
    expect(await outcome(undoAll(colleague, {}))).toBe(refused);
    expect((await hiddenOf(ids)).every(Boolean)).toBe(true);
    const error = await errorOf(undoAll(colleague, {}));
    expect(error.message).toMatch(/50 cards .* Ask an admin to undo it/);
    expect((await undoAll(boss, {})).results).toHaveLength(51);
    expect((await hiddenOf(ids)).some(Boolean)).toBe(false);
  });

  it('counts only cards that would change: 51 without a restored one are 50', async () => {
    await change(colleague, 'restoreMany', ids.slice(0, 1));
    expect(await countAll(colleague)).toMatchObject({ cards: 50, needsAdmin: false });
    const { results } = await undoAll(colleague, {});
    expect(results.filter((result) => result.outcome === 'done')).toHaveLength(50);
  });

  it('can be undone by the person who hid them, and by a key, which acts for an admin', async () => {
    const key = await program(service(), boss, 'moderation');
    expect(await countAll(rogue)).toMatchObject({ needsAdmin: false });
    expect((await undoAll(rogue, {})).results).toHaveLength(51);
    await change(rogue, 'hideMany', ids);
    expect((await undoAll(key, {})).results).toHaveLength(51);
  });
});

describe('the undoable acts of somebody', () => {
  it('are counted by rows and acts, as the caller can undo them now', async () => {
    const ids = await makeProfiles(4);
    await change(rogue, 'hideMany', ids.slice(0, 3));
    await change(rogue, 'hideMany', ids.slice(3));
    await change(rogue, 'restoreMany', ids.slice(3));
    const expected = { cards: 4, acts: 3, needsAdmin: false, isMore: false };
    expect(await countAll(colleague)).toEqual(expected);
    await change(colleague, 'restoreMany', ids.slice(0, 1));
    expect(await countAll(colleague)).toMatchObject({ cards: 3 });
    await undoAll(colleague, {});
    expect(await countAll(colleague)).toMatchObject({ cards: 0 });
  });

  it('leave out the caller’s profiles', async () => {
    await colleague.api.profiles.create({ username: 'own.card', referral: '' });
    await rogue.api.moderation.profiles.hide({ username: 'own.card', reason: 'spam' });
    expect(await countAll(colleague)).toMatchObject({ cards: 0, acts: 1 });
    expect(await countAll(boss)).toMatchObject({ cards: 1 });
  });
});
