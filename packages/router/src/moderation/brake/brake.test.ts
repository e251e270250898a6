import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { actCodeOf } from '../../testing/act-codes.ts';
import { cardsOf, makeCards, nameOf, spend, toggle } from '../../testing/cards.ts';
import { countDeadlocks } from '../../testing/deadlocks.ts';
import { endingsOf, errorOf, outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, program, signIn } from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';
import { doPiece } from '../acts/do-piece.ts';
import { hideProfile } from '../profiles/hide-and-restore.ts';

const service = useService();
let owner: Person;
let staff: Person;
let colleague: Person;
let boss: Person;

const waits = 'FORBIDDEN WAITS_FOR_ADMIN';
const limited = 'TOO_MANY_REQUESTS RATE_LIMITED';

beforeEach(async () => {
  await service().clock.advance('2 days');
  [owner, staff] = [await signIn(service()), await moderator(service())];
  [colleague, boss] = [await moderator(service()), await admin(service())];
});

const make = (count: number) => makeCards(service(), owner.id, count);

const hide = ({ api }: { api: Caller }, id: string) =>
  api.moderation.profiles.hide({ username: nameOf(id), reason: 'spam' });

const hideMany = (who: { api: Caller }, ids: readonly string[]) =>
  toggle(service(), who, 'hideMany', ids);

const hidden = async (ids: readonly string[]) =>
  (await cardsOf(service(), ids)).filter((card) => card.hidden).length;

/** The number of cards that count for an actor. */
async function countedFor({ id }: { id: string }): Promise<number> {
  const { rows } = await sql<{ cards: number }>`
    select coalesce(sum(cards), 0)::int as cards from moderation_actions where actor_id = ${id}
  `.execute(statements(service().orm.em.fork()));
  return rows[0]?.cards ?? Number.NaN;
}

const again = async (person: Person) => signIn(service(), person.email);

describe('a moderator', () => {
  it('hides the thousandth card of an hour, and the next one waits', async () => {
    const [last = '', beyond = ''] = await make(2);
    await spend(service(), staff, 999);
    await hide(staff, last);
    const error = await errorOf(hide(staff, beyond));
    expect(`${error.code} ${error.reason}`).toBe(waits);
    expect(error.message).toBe(
      'You changed 1,000 cards in the last hour, of 1,000 at most. This act waits in History until an admin decides.',
    );
    expect(await hidden([last, beyond])).toBe(1);
  });

  it('approves no more at the desk either, and an admin lets a job do it', async () => {
    const username = `waits-${staff.id}`;
    await owner.api.profiles.create({ username, referral: '' });
    await spend(service(), staff, 1_000);
    const item = async () => {
      const { items } = (await boss.api.moderation.desk.list({ lane: 'new' })).data;
      return items.find(({ profile }) => profile?.username === username);
    };
    const { id = '', profile } = (await item()) ?? {};
    const revision = profile?.revision ?? 0;
    const closing = { id, revision, decision: 'approve' } as const;
    expect(await outcome(staff.api.moderation.desk.close(closing))).toBe(waits);
    const [act] = (await staff.api.moderation.acts.list()).data.acts;
    expect(act).toMatchObject({ kind: 'approve', total: 1, state: 'waiting' });
    await boss.api.moderation.acts.start({ id: act?.id ?? '' });
    while (await doPiece(service().deps, act?.id ?? ''));
    expect(await item()).toBeUndefined();
    expect(await countedFor(boss)).toBe(1);
  });

  it('does no part of an act beyond the limit, and still does smaller ones', async () => {
    const ids = await make(3);
    await spend(service(), staff, 998);
    expect(await outcome(hideMany(staff, ids))).toBe(waits);
    const all = staff.api.moderation.profiles.hideAllOf;
    expect(await outcome(all({ ownerId: owner.id, reason: 'spam' }))).toBe(waits);
    expect(await hidden(ids)).toBe(0);
    expect(await outcome(hideMany(staff, ids.slice(0, 2)))).toBe('done');
    expect(await hidden(ids)).toBe(2);
  });

  it('is not charged for an act that changes nothing', async () => {
    const [id = ''] = await make(1);
    await hide(colleague, id);
    await spend(service(), staff, 1_000);
    expect(await outcome(hide(staff, id))).toBe('done');
  });

  it('can continue an hour later, and change three thousand cards in a day', async () => {
    const ids = await make(1);
    for (let hour = 0; hour < 3; hour += 1) {
      await spend(service(), staff, 1_000);
      expect(await outcome(hideMany(staff, ids))).toBe(waits);
      await service().clock.advance('1 hour 1 second');
      staff = await again(staff);
    }
    const error = await errorOf(hideMany(staff, ids));
    expect(error.message).toContain('3,000 cards in the last 24 hours, of 3,000 at most');
    await service().clock.advance('21 hours');
    staff = await again(staff);
    expect(await outcome(hideMany(staff, ids))).toBe('done');
  });

  it('is charged for restoring, and for undoing acts of others', async () => {
    const ids = await make(4);
    const [action = ''] = await hideMany(colleague, ids);
    await toggle(service(), staff, 'restoreMany', ids.slice(0, 1));
    await staff.api.moderation.undo({ action });
    expect(await countedFor(staff)).toBe(4);
    await spend(service(), staff, 996);
    const [other = ''] = await hideMany(colleague, ids);
    expect(await outcome(staff.api.moderation.undo({ action: other }))).toBe(waits);
    const since = new Date(0).toISOString();
    const filter = { by: colleague.id, since };
    expect(await outcome(staff.api.moderation.undo({ filter }))).toBe(waits);
    expect(await hidden(ids)).toBe(4);
  });

  it('is not charged for undoing own acts of the last 24 hours, but for older ones', async () => {
    const ids = await make(3);
    const [old = ''] = await hideMany(staff, ids.slice(0, 2));
    await service().clock.advance('25 hours');
    staff = await again(staff);
    const [young = ''] = await hideMany(staff, ids.slice(2));
    await spend(service(), staff, 999);
    expect(await outcome(staff.api.moderation.undo({ action: old }))).toBe(waits);
    expect(await outcome(staff.api.moderation.undo({ action: young }))).toBe('done');
    expect(await hidden(ids)).toBe(2);
    expect(await countedFor(staff)).toBe(1_002);
  });
});

describe('an admin who does what waits', () => {
  it('is charged for all of it, also for what is free for who asked', async () => {
    const ids = await make(3);
    await hideMany(staff, ids.slice(0, 2));
    await service().clock.advance('25 hours');
    [staff, boss] = [await again(staff), await again(boss)];
    await hideMany(staff, ids.slice(2));
    await spend(service(), staff, 999);
    const filter = { by: staff.id, since: new Date(0).toISOString() };
    expect(await outcome(staff.api.moderation.undo({ filter }))).toBe(waits);
    const [act] = (await staff.api.moderation.acts.list()).data.acts;
    await boss.api.moderation.acts.start({ id: act?.id ?? '' });
    expect(await countedFor(boss)).toBe(3);
  });
});

describe('the code of an admin', () => {
  it('suspends an account that makes and deletes cards meanwhile', async () => {
    await make(2);
    await spend(service(), boss, 1_000);
    const api = service().as(boss.token);
    const suspend = (code?: string) =>
      api.moderation.users.suspend({ id: owner.id, reason: 'spam', code });
    expect(await outcome(suspend())).toBe('FORBIDDEN CODE_REQUIRED');
    await make(1);
    expect(await outcome(suspend(await actCodeOf(service(), boss)))).toBe('done');
  });
});

describe('no limit applies to acts', () => {
  it('of admins and operators', async () => {
    const ids = await make(2);
    await spend(service(), boss, 3_000);
    expect(await outcome(hideMany(boss, ids.slice(0, 1)))).toBe('done');
    const why = { reason: 'spam', note: null, privateNote: null } as const;
    const username = nameOf(ids[1] ?? '');
    await hideProfile(service().deps, operator, { ...why, username });
    expect(await hidden(ids)).toBe(2);
  });
});

describe('a service key', () => {
  it('is told when to try again', async () => {
    const key = await program(service(), boss, 'moderation');
    const ids = await make(100);
    await spend(service(), key, 600);
    await service().clock.advance('30 minutes');
    await spend(service(), key, 350);
    await service().clock.advance('10 minutes');
    const error = await errorOf(hideMany(key, ids));
    expect(`${error.code} ${error.reason}`).toBe(limited);
    expect(error.message).toMatch(/^This key changed 950 cards in the last hour/);
    expect(error.retryAfter).toBe(20 * 60);
    await service().clock.advance('19 minutes 59 seconds');
    expect(await outcome(hideMany(key, ids))).toBe(limited);
    await service().clock.advance('1 second');
    expect(await outcome(hideMany(key, ids))).toBe('done');
    await spend(service(), key, 2_000);
    const { retryAfter } = await errorOf(hideMany(key, await make(1)));
    expect(retryAfter).toBe(23 * 3_600);
  });

  it('has its own limit, separate from the limit of its maker', async () => {
    const key = await program(service(), boss, 'moderation');
    const other = await program(service(), boss, 'moderation');
    const ids = await make(2);
    await spend(service(), key, 1_000);
    expect(await outcome(hideMany(key, ids))).toBe(limited);
    expect(await outcome(hideMany(other, ids.slice(0, 1)))).toBe('done');
    expect(await outcome(hideMany(boss, ids.slice(1)))).toBe('done');
  });
});

describe('thirty acts at once at the 990th card of an hour', () => {
  /** Ten acts on one card, ten on three, ten undos of others' acts on two. */
  async function race(callers: { api: Caller }[]) {
    const cards = await make(10 + 30 + 20);
    const toRestore = cards.slice(0, 5);
    await hideMany(boss, toRestore);
    const theirs: string[] = [];
    for (let number = 0; number < 10; number += 1) {
      const first = 40 + 2 * number;
      theirs.push(...(await hideMany(colleague, cards.slice(first, first + 2))));
    }
    const before = await cardsOf(service(), cards);
    const results = await raceTogether(30, async (index) => {
      const caller = callers[index % callers.length] ?? { api: service().as() };
      const { profiles, undo } = caller.api.moderation;
      const number = Math.floor(index / 3);
      const id = cards[number] ?? '';
      switch (index % 3) {
        case 0:
          return number < 5
            ? profiles.restore({ username: nameOf(id) })
            : hide(caller, id);
        case 1:
          return hideMany(caller, cards.slice(10 + 3 * number, 13 + 3 * number));
        default:
          return undo({ action: theirs[number] ?? '' });
      }
    });
    const after = await cardsOf(service(), cards);
    const changed = after.filter((card, at) => card.hidden !== before[at]?.hidden);
    return { endings: endingsOf(results), changed: changed.length };
  }

  it('of a moderator change no more than ten cards', async () => {
    await spend(service(), staff, 990);
    const { endings, changed } = await race([staff, await again(staff)]);
    const { done = 0, [waits]: waiting = 0 } = endings;
    expect(done + waiting).toBe(30);
    expect(waiting).toBeGreaterThan(0);
    expect(changed).toBeGreaterThan(7);
    expect(changed).toBeLessThanOrEqual(10);
    expect(await countedFor(staff)).toBe(990 + changed);
    expect(await countDeadlocks(service())).toBe(0);
    const { acts } = (await staff.api.moderation.acts.list()).data;
    expect(acts).toHaveLength(waiting);
  });
});
