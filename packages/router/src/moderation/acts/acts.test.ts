import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { numberChunk } from '../../changes/numbering.sql.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import { decisionKind } from '../../jobs/jobs.sql.ts';
import { actCodeOf } from '../../testing/act-codes.ts';
import { untilBlocked } from '../../testing/blocked.ts';
import { cardsOf, makeCards, nameOf, spend, toggle } from '../../testing/cards.ts';
import { countDeadlocks } from '../../testing/deadlocks.ts';
import { emptyOutbox } from '../../testing/mail.ts';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, program, signIn } from '../../testing/people.ts';
import type { Telemetry } from '../../telemetry.ts';
import { useService } from '../../testing/use-service.ts';
import { makeDeliveries } from '../../webhooks/deliveries/deliveries.sql.ts';
import { mailing } from '../decision-mails/mail-people.ts';
import { doPiece } from './do-piece.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());
let owner: Person;
let staff: Person;
let boss: Person;

beforeEach(async () => {
  await service().clock.advance('2 days');
  await sql`delete from jobs where kind = ${decisionKind}`.execute(db());
  [owner, staff, boss] = [
    await signIn(service()),
    await moderator(service()),
    await admin(service()),
  ];
});

type Acting = Pick<Person, 'api'>;

/** All cards of one owner, by their address. */
const cardsOfOwner = () => ({ text: `owner:${owner.email}` });

const preview = async ({ api }: Acting, kind: 'hide' | 'restore' | 'approve' = 'hide') =>
  (await api.moderation.acts.preview({ kind, profiles: cardsOfOwner() })).data;

const start = async ({ api }: Acting, id: string, code?: string) =>
  (await api.moderation.acts.start({ id, reason: 'spam', code })).data.act;

/** What the job does, piece by piece. */
async function finish(id: string, { deps } = service()): Promise<void> {
  while (await doPiece(deps, id));
}

const hiddenOf = async (ids: readonly string[]) =>
  (await cardsOf(service(), ids)).filter(({ hidden }) => hidden).length;

const inspect = async ({ api }: Acting, id: string) =>
  (await api.moderation.acts.inspect({ id })).data;

/** Cards that are not as their history says, and events that changed nothing. */
async function unexplained(ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql`
    select from (
      select profile_id, after -> 'hidden' as hidden, position = max(position) over chain as is_last,
        lag(after -> 'hidden') over (chain order by position) as before
      from audit_events where profile_id = any(${ids}::uuid[]) window chain as (partition by profile_id)
    ) events join profiles on profiles.id = profile_id
    where events.hidden = before or (is_last and events.hidden <> to_jsonb(profiles.hidden))
  `.execute(db());
  return rows;
}

/** Numbers the changes until now, and makes a webhook for those that come. */
async function listen(): Promise<void> {
  while (await numberChunk(service().orm.em));
  const url = 'https://hooks.example.com/';
  const kinds = ['profile.hidden', 'profile.restored', 'profile.updated'] as const;
  await boss.api.webhooks.create({ url, kinds: [...kinds] });
}

/** How often the cards' changes are in the history, the feed and the webhook. */
async function timesTold(ids: readonly string[]) {
  while (await numberChunk(service().orm.em));
  while ((await makeDeliveries(service().orm.em))[0]?.made);
  const { rows } = await sql<Record<'events' | 'changes' | 'deliveries', number>>`
    select (select count(*)::int from audit_events where profile_id = any(${ids}::uuid[])) as events,
      count(changes.number)::int as changes, count(webhook_deliveries.number)::int as deliveries
    from changes left join webhook_deliveries using (number)
    where subject_id = any(${ids}::uuid[]) and kind <> 'profile.created'
  `.execute(db());
  return rows[0] ?? { events: -1, changes: 0, deliveries: 0 };
}

async function ownersOfHidden(ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct owner_email as email from profiles where id = any(${ids}::uuid[]) and hidden order by 1
  `.execute(db());
  return rows.map(({ email }) => email);
}

/** Whom the mails about decisions of a day and a half go to. */
async function decisionMails(): Promise<string[]> {
  const { orm, deps, clock } = service();
  await emptyOutbox(service());
  const mails: string[] = [];
  const deliver = async ({ to }: Message): Promise<Delivery> => {
    mails.push(to);
    return { outcome: 'sent', messageId: 'kept in the test' };
  };
  for (const time of [...Array.from({ length: 30 }, () => '1 minute'), '36 hours']) {
    await clock.advance(time);
    await doDue(mailing({ ...deps, orm, mailer: { deliver } }));
  }
  return mails;
}

/** More than one piece does. */
const twoPieces = 101;

describe('an act on a whole search', () => {
  it('does exactly what its preview showed, in one action, and is undone by one call', async () => {
    const ids = await makeCards(service(), owner.id, twoPieces);
    const shown = await preview(staff);
    expect(shown).toMatchObject({ cards: twoPieces, owners: 1, left: [] });
    expect(shown.samples).toHaveLength(5);
    const later = await makeCards(service(), owner.id, 1);

    const begun = await start(staff, shown.id);
    expect(begun).toMatchObject({ state: 'running', total: twoPieces, passed: 0 });
    await finish(begun.id);
    expect(await hiddenOf(ids)).toBe(twoPieces);
    expect(await hiddenOf(later)).toBe(0);
    const { act, left } = await inspect(staff, begun.id);
    expect(act).toMatchObject({ state: 'done', passed: twoPieces, left: 0 });
    expect(left).toEqual([]);

    const undone = await staff.api.moderation.undo({ action: act.action ?? '' });
    expect(undone.data.results).toHaveLength(twoPieces);
    expect(await hiddenOf(ids)).toBe(0);
  });

  it('leaves and lists what was changed, hidden or deleted meanwhile', async () => {
    const [changed = '', hidden = '', kept = ''] = await makeCards(
      service(),
      owner.id,
      3,
    );
    const { id } = await preview(staff);
    await owner.api.profiles.updateSocials({ username: `n${changed}`, about: 'New.' });
    await boss.api.moderation.profiles.hide({ username: `n${hidden}`, reason: 'spam' });
    await start(staff, id);
    await finish(id);
    const { act, left } = await inspect(staff, id);
    expect(act).toMatchObject({ passed: 3, left: 2 });
    expect(left).toEqual([
      { id: changed, username: `n${changed}`, reason: 'CHANGED' },
      { id: hidden, username: `n${hidden}`, reason: 'ALREADY' },
    ]);
    expect(await hiddenOf([changed, hidden, kept])).toBe(2);
  });

  it('says before it begins what it would not change, and why', async () => {
    await makeCards(service(), staff.id, 1);
    await makeCards(service(), boss.id, 1);
    const ids = await makeCards(service(), owner.id, 2);
    await boss.api.moderation.profiles.hide({ username: `n${ids[0]}`, reason: 'spam' });
    const found = await staff.api.moderation.acts.preview({ kind: 'hide', profiles: {} });
    const counts = new Map(found.data.left.map(({ reason, count }) => [reason, count]));
    expect(counts.get('OWN_PROFILE')).toBe(1);
    expect(counts.get('STAFF')).toBeGreaterThan(0);
    expect(counts.get('ALREADY')).toBeGreaterThan(0);
  });

  it('starts once, by the person who previewed it, within ten minutes', async () => {
    await makeCards(service(), owner.id, 1);
    const { id } = await preview(staff);
    expect(await outcome(start(boss, id))).toBe('NOT_FOUND ACT_NOT_FOUND');
    const results = await raceTogether(30, () => start(staff, id));
    expect(endingsOf(results)).toEqual({ done: 1, 'NOT_FOUND ACT_NOT_FOUND': 29 });
    const late = await preview(staff);
    await service().clock.advance('10 minutes');
    expect(await outcome(start(staff, late.id))).toBe('NOT_FOUND ACT_NOT_FOUND');
  });

  it('can be started from the ten newest previews of a session', async () => {
    await makeCards(service(), owner.id, 1);
    const ids: string[] = [];
    while (ids.length < 11) ids.push((await preview(staff)).id);
    expect(await outcome(start(staff, ids[0] ?? ''))).toBe('NOT_FOUND ACT_NOT_FOUND');
    expect(await outcome(start(staff, ids[1] ?? ''))).toBe('done');
  });

  it('goes on if it began while its session previewed its eleventh', async () => {
    const ids = await makeCards(service(), owner.id, 1);
    const { id } = await preview(staff);
    for (let more = 0; more < 9; more += 1) await preview(staff);
    const { starting } = await db()
      .transaction()
      .execute(async (holder) => {
        // The start waits here, and has locked its act.
        await sql`lock table jobs in exclusive mode`.execute(holder);
        const waiting = start(staff, id);
        await untilBlocked(service().orm.em.fork(), 1);
        await preview(staff);
        return { starting: waiting };
      });
    await starting;
    await finish(id);
    expect(await hiddenOf(ids)).toBe(1);
  });

  it('approves what its preview showed, and not what the actor may not decide about', async () => {
    const [username, passed] = [`first-${owner.id}`, `passed-${owner.id}`];
    for (const name of [username, passed]) {
      await owner.api.profiles.create({ username: name, referral: '' });
    }
    const { items } = (await staff.api.moderation.desk.list({ lane: 'new' })).data;
    const item = items.find(({ profile }) => profile?.username === passed);
    const seen = { id: item?.id ?? '', revision: item?.profile?.revision ?? 0 };
    await staff.api.moderation.desk.close({ ...seen, decision: 'pass_on' });
    const shown = await preview(staff, 'approve');
    expect(shown).toMatchObject({ cards: 1, left: [{ reason: 'NO_ITEM', count: 1 }] });
  });

  it('is stopped by its actor or an admin, and what is done stays done', async () => {
    const ids = await makeCards(service(), owner.id, twoPieces);
    const { id } = await preview(staff);
    await start(staff, id);
    await doPiece(service().deps, id);
    const other = await moderator(service());
    expect(await outcome(other.api.moderation.acts.stop({ id }))).toBe(
      'NOT_FOUND ACT_NOT_FOUND',
    );
    await boss.api.moderation.acts.stop({ id });
    await finish(id);
    expect(await hiddenOf(ids)).toBe(100);
    expect((await inspect(staff, id)).act.state).toBe('stopped');
    const { events } = (await boss.api.audit.list({ type: 'act.stopped' })).data;
    expect(events[0]).toMatchObject({
      actor: { id: boss.id },
      after: { passed: 100, total: twoPieces },
    });
  });

  it('is stopped behind the piece that runs, and says how far that came', async () => {
    const ids = await makeCards(service(), owner.id, twoPieces);
    const { id } = await preview(staff);
    await start(staff, id);
    const waiting = () => service().orm.em.fork();
    const { piece, stop } = await db()
      .transaction()
      .execute(async (holder) => {
        await sql`select from profiles where id = ${ids[0]} for update`.execute(holder);
        const running = doPiece(service().deps, id);
        await untilBlocked(waiting(), 1);
        const stopping = boss.api.moderation.acts.stop({ id });
        await untilBlocked(waiting(), 2);
        return { piece: running, stop: stopping };
      });
    await piece;
    expect((await stop).data.act).toMatchObject({ state: 'stopped', passed: 100 });
    expect(await hiddenOf(ids)).toBe(100);
  });

  it.each([
    ['their session has ended', () => staff.api.auth.signOut()],
    [
      'they have lost their role',
      () =>
        boss.api.moderation.users.changeRole({
          id: staff.id,
          from: 'moderator',
          to: 'user',
        }),
    ],
    [
      'they are suspended',
      () => boss.api.moderation.users.suspend({ id: staff.id, reason: 'spam' }),
    ],
  ])('does not go on when %s', async (_, lose) => {
    const ids = await makeCards(service(), owner.id, twoPieces);
    const { id } = await preview(staff);
    await start(staff, id);
    await doPiece(service().deps, id);
    await lose();
    await finish(id);
    expect(await hiddenOf(ids)).toBe(100);
    expect((await inspect(boss, id)).act.state).toBe('stopped');
  });

  it('leaves cards as the history says, and tells each change once, whatever 30 racers do beside it', async () => {
    const owners = await Promise.all(
      ['ann', 'bob', 'eve'].map((name) => signIn(service(), `${name}@racers.example`)),
    );
    const made = owners.map(({ id }) => makeCards(service(), id, 45));
    const ids = (await Promise.all(made)).flat();
    const found = { kind: 'hide', profiles: { text: 'owner:@racers.example' } } as const;
    const [theirs, ours] = [
      (await staff.api.moderation.acts.preview(found)).data,
      (await boss.api.moderation.acts.preview(found)).data,
    ];
    await listen();
    const action = (await start(staff, theirs.id)).action ?? '';
    await start(boss, ours.id);
    const other = await admin(service());
    const profiles = boss.api.moderation.profiles;
    const demoted = { id: staff.id, from: 'moderator', to: 'user' } as const;
    const results = await raceTogether(30, async (index) => {
      const username = nameOf(ids[index * 4] ?? '');
      const acts = [
        () => finish(theirs.id),
        () => finish(ours.id),
        () => boss.api.moderation.undo({ action }),
        () => profiles.hide({ username, reason: 'spam' }),
        () => profiles.restore({ username }),
        () => staff.api.moderation.profiles.restore({ username }),
      ];
      return index === 15
        ? other.api.moderation.users.changeRole(demoted)
        : acts[index % acts.length]?.();
    });
    await Promise.all([finish(theirs.id), finish(ours.id)]);
    const endings = Object.keys(endingsOf(results)).join();
    expect(endings).not.toMatch(/INTERNAL|not mapped/);
    expect(await countDeadlocks(service())).toBe(0);
    expect(await unexplained(ids)).toEqual([]);
    const { events, ...told } = await timesTold(ids);
    expect(told).toEqual({ changes: events, deliveries: events });
    const mailed = [...(await ownersOfHidden(ids)), staff.email];
    expect((await decisionMails()).toSorted()).toEqual(mailed.toSorted());
  });

  it('suspends the owners too, if an admin chose it, and tells the operator’s log', async () => {
    const ids = await makeCards(service(), owner.id, 2);
    const { id } = await preview(boss);
    const asked = { id, reason: 'spam', suspendOwners: true } as const;
    await boss.api.moderation.acts.start(asked);
    const told: unknown[] = [];
    const { telemetry } = service().deps;
    const event: Telemetry['event'] = (name, person) =>
      void told.push({ name, ...person });
    await finish(id, service().with({ telemetry: { ...telemetry, event } }));
    const person = { user: owner.id, address: owner.email, by: boss.id };
    expect(told).toEqual([{ name: 'suspended', ...person }]);
    expect(await hiddenOf(ids)).toBe(2);
    const { user } = (await boss.api.moderation.users.inspect({ id: owner.id })).data;
    expect(user.suspension).toMatchObject({ reason: 'spam' });
    const { audit } = boss.api;
    const [act] = (await audit.listActions({ type: 'user.suspended' })).data.actions;
    expect(act).toMatchObject({
      events: 3,
      undoable: 3,
      first: { type: 'user.suspended' },
    });
    staff = await moderator(service());
    const seen = (await staff.api.audit.listActions({ action: act?.id })).data.actions;
    expect(seen).toMatchObject([{ events: 2, undoable: 2 }]);
  });

  it('that restores brings to the desk what was changed while it was hidden', async () => {
    const ids = await makeCards(service(), owner.id, 2);
    const [changed = ''] = ids;
    await toggle(service(), staff, 'hideMany', ids);
    await owner.api.profiles.updateSocials({ username: nameOf(changed), about: 'New' });
    const { id } = await preview(boss, 'restore');
    await start(boss, id);
    await finish(id);
    expect(await hiddenOf(ids)).toBe(0);
    const { items } = (await staff.api.moderation.desk.list({ lane: 'changed' })).data;
    const found = items.flatMap(({ profile }) => profile?.id ?? []);
    expect(found.filter((one) => ids.includes(one))).toEqual([changed]);
  });

  it('suspends no owner whose cards it left', async () => {
    const [card = ''] = await makeCards(service(), owner.id, 1);
    const { id } = await preview(boss);
    const about = 'Changed since the preview';
    await owner.api.profiles.updateSocials({ username: nameOf(card), about });
    const asked = { id, reason: 'spam', suspendOwners: true } as const;
    await boss.api.moderation.acts.start(asked);
    await finish(id);
    const { user } = (await boss.api.moderation.users.inspect({ id: owner.id })).data;
    expect(user.suspension).toBeNull();
    expect((await inspect(boss, id)).left).toMatchObject([
      { id: card, reason: 'CHANGED' },
      { id: owner.id, reason: 'CHANGED' },
    ]);
  });
});

describe('a service key', () => {
  it('acts on a search within its limit, and sees its own acts alone', async () => {
    const ids = await makeCards(service(), owner.id, 3);
    const key = await program(service(), boss, 'moderation');
    const { id, samples } = await preview(key);
    expect(samples[0]?.owner).toMatchObject({ email: null });
    expect(await outcome(start(staff, id))).toBe('NOT_FOUND ACT_NOT_FOUND');
    expect(await start(key, id)).toMatchObject({ by: null, byKey: 'A program' });
    await finish(id);
    expect(await hiddenOf(ids)).toBe(3);
    const { list } = key.api.moderation.acts;
    expect((await list()).data.acts).toMatchObject([{ id, state: 'done' }]);
    expect((await staff.api.moderation.acts.list()).data.acts).toEqual([]);
    await spend(service(), key, 995);
    const more = await preview(key, 'restore');
    expect(await outcome(start(key, more.id))).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
  });

  it.each([
    ['has ended', (key: { id: string }) => boss.api.moderation.keys.end({ id: key.id })],
    [
      'was made by an admin who is none any more',
      async () =>
        (await admin(service())).api.moderation.users.changeRole({
          id: boss.id,
          from: 'admin',
          to: 'user',
        }),
    ],
  ])('does not go on when it %s', async (_, lose) => {
    const ids = await makeCards(service(), owner.id, twoPieces);
    const key = await program(service(), boss, 'moderation');
    const { id } = await preview(key);
    await start(key, id);
    await doPiece(service().deps, id);
    await lose(key);
    await finish(id);
    expect(await hiddenOf(ids)).toBe(100);
    expect((await inspect(await admin(service()), id)).act.state).toBe('stopped');
  });
});

describe('the limit of a moderator', () => {
  it('lets an undo of more than 1,000 cards wait, which an admin lets a job do', async () => {
    const ids = await makeCards(service(), owner.id, 1_100);
    const again = async (time: string) => {
      await service().clock.advance(time);
      staff = await signIn(service(), staff.email);
    };
    await toggle(service(), staff, 'hideMany', ids.slice(0, 600));
    await again('2 hours');
    await toggle(service(), staff, 'hideMany', ids.slice(600));
    await again('25 hours');
    const filter = { by: staff.id, since: new Date(0).toISOString() };
    const asked = outcome(staff.api.moderation.undo({ filter }));
    expect(await asked).toBe('FORBIDDEN WAITS_FOR_ADMIN');
    const [waiting] = (await staff.api.moderation.acts.list()).data.acts;
    boss = await signIn(service(), boss.email);
    const id = waiting?.id ?? '';
    const [touched = ''] = ids;
    await boss.api.moderation.profiles.restore({ username: nameOf(touched) });
    await boss.api.moderation.acts.start({ id });
    await finish(id);
    expect(await hiddenOf(ids)).toBe(0);
    const { left } = await inspect(boss, id);
    expect(left).toMatchObject([{ id: touched, reason: 'TOUCHED' }]);
  });
});

describe('the limit of an admin', () => {
  /** Without the hand that enters each mailed code. */
  beforeEach(() => {
    boss = { ...boss, api: service().as(boss.token) };
  });

  it('takes a mailed code beyond 1,000 cards in a day, for exactly this act', async () => {
    const ids = await makeCards(service(), owner.id, 1_001);
    const { id } = await preview(boss);
    expect(await outcome(start(boss, id))).toBe('FORBIDDEN CODE_REQUIRED');
    const code = await actCodeOf(service());
    await makeCards(service(), owner.id, 1);
    const other = await preview(boss);
    expect(await outcome(start(boss, other.id, code))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(start(boss, id, code))).toBe('done');
    await finish(id);
    expect(await hiddenOf(ids)).toBe(1_001);
  });

  it('counts single acts, and begins anew after a code', async () => {
    const [one = '', two = ''] = await makeCards(service(), owner.id, 2);
    await spend(service(), boss, 1_000);
    const hide = (card: string, code?: string) =>
      outcome(
        boss.api.moderation.profiles.hide({ username: `n${card}`, reason: 'spam', code }),
      );
    expect(await hide(one)).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await hide(one, await actCodeOf(service()))).toBe('done');
    expect(await hide(two)).toBe('done');
  });
});
