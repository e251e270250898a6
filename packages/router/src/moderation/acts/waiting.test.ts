import { statements, WaitingAct } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import { cardsOf, makeCards, nameOf, spend, toggle } from '../../testing/cards.ts';
import { countDeadlocks } from '../../testing/deadlocks.ts';
import { endingsOf, errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  finishErasing,
  moderator,
  type Person,
  signIn,
  leave,
} from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { doPiece } from './do-piece.ts';

const service = useService();
let owner: Person;
let staff: Person;
let colleague: Person;
let boss: Person;
let ids: string[];

const waits = 'FORBIDDEN WAITS_FOR_ADMIN';
const missing = 'NOT_FOUND ACT_NOT_FOUND';

beforeEach(async () => {
  await service().clock.advance('2 days');
  [owner, staff] = [await signIn(service()), await moderator(service())];
  [colleague, boss] = [await moderator(service()), await admin(service())];
  ids = await makeCards(service(), owner.id, 3);
  await spend(service(), staff, 1_000);
});

const hidden = async () =>
  (await cardsOf(service(), ids)).map((card) => Number(card.hidden));

/** Asks to hide all cards, which then waits. */
const ask = (note?: string, person = staff) =>
  outcome(
    person.api.moderation.profiles.hideAllOf({
      ownerId: owner.id,
      reason: 'spam',
      ...(note !== undefined && { note }),
    }),
  );

const list = async ({ api }: Person) =>
  (await api.moderation.acts.list()).data.acts.filter(({ state }) => state === 'waiting');

/** The id of the act that waits. */
const only = async () => (await list(staff))[0]?.id ?? '';

async function decide({ api }: Person, decision: 'do' | 'drop', given?: string) {
  const id = given ?? (await only());
  const { start, stop } = api.moderation.acts;
  return (await (decision === 'do' ? start({ id }) : stop({ id }))).data.act;
}

/** What the job does. */
async function finish(id: string): Promise<void> {
  while (await doPiece(service().deps, id));
}

/** Has it done. Returns what was left as it was. */
async function letBeDone(id: string) {
  const { action } = await decide(boss, 'do', id);
  await finish(id);
  const { left } = (await boss.api.moderation.acts.inspect({ id })).data;
  return { action, left };
}

/** Stores so many more acts of the same asker in each state. */
const moreLike = (id: string, count: number, states: ('done' | 'waiting')[]) =>
  sql`
    insert into waiting_acts (id, asked_by, session_id, kind, subjects, owner_ids, cards, state, acting_role, decided_by, decided_at)
    select gen_random_uuid(), asked_by, session_id, kind, '[]', '{}', 1, made, 'moderator', asked_by,
      case made when 'done' then current_instant() end
    from waiting_acts, unnest(${states}::text[]) made, generate_series(1, ${count}::int) where id = ${id}
  `.execute(statements(service().orm.em.fork()));

const find = (id: string) => service().orm.em.fork().findOneOrFail(WaitingAct, id);

describe('an act that waits', () => {
  it('is shown to admins and its asker, with its content', async () => {
    expect(await ask('Stop.')).toBe(waits);
    const expected = {
      id: expect.any(String),
      by: { id: staff.id, email: staff.email },
      byKey: null,
      askedAt: expect.any(String),
      kind: 'hide',
      state: 'waiting',
      total: 3,
      passed: 0,
      left: 0,
      reason: 'spam',
      note: 'Stop.',
      privateNote: null,
      action: null,
    };
    expect(await list(staff)).toEqual([expected]);
    expect(await list(boss)).toContainEqual(expected);
    expect(await list(colleague)).toEqual([]);
  });

  it('becomes an admin’s own action', async () => {
    await ask('Stop.');
    const id = await only();
    const { action, left } = await letBeDone(id);
    expect(left).toEqual([]);
    expect(await hidden()).toEqual([1, 1, 1]);
    const { events } = (await boss.api.audit.list({ action: action ?? '' })).data;
    expect(events[0]).toMatchObject({
      actor: { id: boss.id },
      reason: 'spam',
      note: 'Stop.',
    });
    expect(await find(id)).toMatchObject({
      askedBy: null,
      decidedBy: boss.id,
      state: 'done',
      actionId: action,
      subjects: [],
      ownerIds: [],
      note: null,
    });
    expect(await list(boss)).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('is done to the end if its asker leaves once an admin has begun it', async () => {
    await ask();
    const id = await only();
    await decide(boss, 'do', id);
    await leave(service(), staff);
    await finishErasing(service());
    await finish(id);
    expect(await hidden()).toEqual([1, 1, 1]);
    expect(await find(id)).toMatchObject({ state: 'done' });
  });

  it('is in the list of acts, however many wait or were done since', async () => {
    await ask();
    const id = await only();
    await service().clock.advance('1 minute');
    await moreLike(id, 201, ['done', 'waiting']);
    const { acts } = (await staff.api.moderation.acts.list()).data;
    expect(acts.filter(({ state }) => state === 'waiting')).toHaveLength(202);
  });

  it('may hide one card, restore cards, or undo acts', async () => {
    const [one = '', two = '', three = ''] = ids;
    const { profiles, undo } = staff.api.moderation;
    await toggle(service(), colleague, 'hideMany', [two]);
    const [action = ''] = await toggle(service(), colleague, 'hideMany', [three]);
    const asked = [
      profiles.hide({ username: nameOf(one), reason: 'spam' }),
      toggle(service(), staff, 'restoreMany', [two]),
      undo({ action }),
    ];
    expect(await Promise.all(asked.map(outcome))).toEqual([waits, waits, waits]);
    expect(await hidden()).toEqual([0, 1, 1]);
    for (const { id } of await list(staff)) {
      expect((await letBeDone(id)).left).toEqual([]);
    }
    expect(await hidden()).toEqual([1, 0, 0]);
  });

  it('undoes only events of profiles, even if the admin may undo more', async () => {
    const rogue = await admin(service());
    const person = await signIn(service());
    await rogue.api.moderation.users.suspend({ id: person.id, reason: 'spam' });
    await toggle(service(), rogue, 'hideMany', ids);
    const filter = { by: rogue.id, since: new Date(0).toISOString() };
    expect(await outcome(staff.api.moderation.undo({ filter }))).toBe(waits);
    await letBeDone(await only());
    expect(await hidden()).toEqual([0, 0, 0]);
    const { user } = (await boss.api.moderation.users.inspect({ id: person.id })).data;
    expect(user.suspension).not.toBeNull();
  });

  it('is one of a hundred of its asker, who learns when the next is not kept', async () => {
    await ask();
    await moreLike(await only(), 98, ['waiting']);
    expect(await ask('The hundredth.')).toBe(waits);
    const call = staff.api.moderation.profiles.hide({
      username: nameOf(ids[0] ?? ''),
      reason: 'spam',
    });
    expect((await errorOf(call)).message).toContain(
      'This act was not kept: 100 of yours wait in History already.',
    );
    await spend(service(), colleague, 1_000);
    expect(await ask('Of somebody else.', colleague)).toBe(waits);
    expect(await list(colleague)).toHaveLength(1);
  });
});

describe('the decision', () => {
  it('is an admin’s; the asker can only drop it; nobody can decide twice', async () => {
    await ask();
    const id = await only();
    expect(await outcome(decide(staff, 'do'))).toBe(missing);
    for (const decision of ['do', 'drop'] as const) {
      expect(await outcome(decide(colleague, decision))).toBe(missing);
    }
    expect(await decide(staff, 'drop')).toMatchObject({ action: null, state: 'stopped' });
    expect(await hidden()).toEqual([0, 0, 0]);
    expect(await outcome(decide(boss, 'do', id))).toBe(missing);
  });

  it('is made once of thirty at once', async () => {
    await ask();
    const id = await only();
    const other = await admin(service());
    const results = await raceTogether(30, async (index) => {
      const person = [boss, other, staff][index % 3] ?? boss;
      return decide(person, person === staff ? 'drop' : 'do', id);
    });
    await finish(id);
    const isDone = (await find(id)).state === 'done';
    // Its asker may stop again what they have stopped.
    const made = isDone ? 1 : 10;
    expect(endingsOf(results)).toEqual({ done: made, [missing]: 30 - made });
    expect(await hidden()).toEqual(isDone ? [1, 1, 1] : [0, 0, 0]);
  });
});

it('an admin decides while owners and askers erase their accounts, without a deadlock', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => signIn(service())));
  for (const { id: ownerId } of owners) {
    await makeCards(service(), ownerId, 2);
    const { hideAllOf } = staff.api.moderation.profiles;
    expect(await outcome(hideAllOf({ ownerId, reason: 'spam', note: 'x' }))).toBe(waits);
  }
  const acts = await list(staff);
  const results = await raceTogether(11, async (index) => {
    const person = owners[index - 5] ?? staff;
    return index < 5
      ? decide(boss, 'do', acts[index]?.id).catch(() => {})
      : leave(service(), person);
  });
  expect(endingsOf(results)).toEqual({ done: 11 });
  expect(await countDeadlocks(service())).toBe(0);
});

describe('asking', () => {
  const db = () => statements(service().orm.em.fork());

  /** A pause before each insert of a waiting act, as room for races. */
  beforeAll(async () => {
    await sql`
      create function linger() returns trigger language plpgsql
      as 'begin perform pg_sleep(0.05); return new; end'
    `.execute(db());
    await sql`
      create trigger lingers before insert on waiting_acts for each row execute function linger()
    `.execute(db());
  });

  afterAll(() => sql`drop function linger cascade`.execute(db()));

  it('for the same act again, by thirty calls at once too, keeps one', async () => {
    const results = await raceTogether(30, async () =>
      staff.api.moderation.profiles.hideAllOf({ ownerId: owner.id, reason: 'spam' }),
    );
    expect(endingsOf(results)).toEqual({ [waits]: 30 });
    expect(await ask()).toBe(waits);
    expect(await list(staff)).toHaveLength(1);
    expect(await ask('Another note.')).toBe(waits);
    expect(await list(staff)).toHaveLength(2);
    await decide(staff, 'drop');
    await ask('Another note.');
    expect(await list(staff)).toHaveLength(2);
  });
});

describe('a stored act', () => {
  const rows = async () => (await rowsOf(service(), 'waiting_acts')).join('\n');

  it('is deleted with its asker’s account', async () => {
    await ask();
    await leave(service(), staff);
    await finishErasing(service());
    expect(await rows()).not.toContain(staff.id);
    expect((await rowsOf(service(), 'jobs')).join()).not.toContain(staff.id);
  });

  it('forgets an erased owner and the notes', async () => {
    await ask('About the owner');
    const id = await only();
    await leave(service(), owner);
    expect(await rows()).not.toContain(owner.id);
    expect(await rows()).not.toContain('About the owner');
    expect((await letBeDone(id)).left).toMatchObject(
      ids.map(() => ({ username: null, reason: 'GONE' })),
    );
  });

  it('tells the other owners why, if some are erased before it is done or after', async () => {
    const others = [await signIn(service()), await signIn(service())];
    for (const { id } of others) ids.push(...(await makeCards(service(), id, 1)));
    const profiles = (await cardsOf(service(), ids)).map(({ id, revision }) => ({
      id,
      revision,
    }));
    const why = { reason: 'illegal_content', note: 'Stolen pictures.' } as const;
    const asked = staff.api.moderation.profiles.hideMany({ profiles, ...why });
    expect(await outcome(asked)).toBe(waits);
    await leave(service(), owner);
    await letBeDone(await only());
    const [leaver = owner, stays = owner] = others;
    await leave(service(), leaver);
    await finishErasing(service());
    expect((await stays.api.profiles.mine()).data.notices).toMatchObject([why]);
    await leave(service(), stays);
    await finishErasing(service());
    const actions = await rowsOf(service(), 'moderation_actions');
    expect(actions.join()).not.toContain(why.note);
  });

  it('forgets an erased admin, but keeps the decision', async () => {
    await ask();
    const id = await only();
    await letBeDone(id);
    await leave(service(), boss);
    expect(await find(id)).toMatchObject({ decidedBy: null, state: 'done' });
    expect(await outcome(decide(await admin(service()), 'do', id))).toBe(missing);
  });

  it('is in its asker’s export, without its subjects', async () => {
    await ask('Seen');
    const { records } = (await staff.api.users.exportMe()).data;
    const [act] = records['waiting_acts'] ?? [];
    expect(act).toMatchObject({ kind: 'hide', cards: 3, note: 'Seen' });
    expect(act).not.toHaveProperty('subjects');
  });

  it('is kept as long as the history', async () => {
    await ask();
    const settings = { ...service().deps.settings, auditMonths: 3 };
    await service().clock.advance('3 months');
    await sweep({ orm: service().orm, settings });
    expect(await rows()).toContain(staff.id);
    // Months differ in length, so the last day may come up to three days later.
    await service().clock.advance('4 days');
    await sweep({ orm: service().orm, settings });
    expect(await rows()).toBe('');
  });
});
