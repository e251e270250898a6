import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../jobs/sweep.ts';
import { outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import type { Lane } from './schemas.ts';

const service = useService({
  settings: { publicProfiles: true, review: new Set() },
});
let owner: Person;
let member: Person;
let ann: Person;
let bob: Person;
let boss: Person;
let username: string;
let names = 0;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  // Otherwise the moderators, items and limits of the last test would count.
  await sql`delete from users`.execute(db());
  await sql`delete from reports`.execute(db());
  [owner, member] = [await signIn(service()), await signIn(service())];
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
  username = `card-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

const report = ({ api }: Person, reason: 'spam' | 'danger' = 'spam') =>
  api.profiles.report({ username, reason, text: 'They sell things' });

const itemsOf = async ({ api }: Person, lane: Lane) =>
  (await api.moderation.desk.list({ lane })).data.items;

const missing = 'NOT_FOUND ITEM_NOT_FOUND';

/** Decides about the first item of a lane. */
async function decide(
  who: Person,
  lane: Lane,
  decision: 'approve' | 'pass_on' | 'ask_admin',
) {
  const [{ id, profile } = { id: '', profile: null }] = await itemsOf(who, lane);
  const revision = profile?.revision ?? 0;
  return who.api.moderation.desk.close({ id, revision, decision });
}

const hide = ({ api }: Person) =>
  outcome(api.moderation.profiles.hide({ username, reason: 'spam' }));

/** They have left the team. */
const demote = async (...people: Person[]) => {
  await sql`
    update users set role = 'user' where id = any(${people.map(({ id }) => id)}::uuid[])
  `.execute(db());
};

const told = async () =>
  (await member.api.profiles.myReports()).data.reports.map(({ state }) => state);

/** Signs them in again, for sessions of the team end within the day. */
async function later(interval: string) {
  await service().clock.advance(interval);
  [owner, member, ann, bob, boss] = [
    await signIn(service(), owner.email),
    await signIn(service(), member.email),
    await signIn(service(), ann.email),
    await signIn(service(), bob.email),
    await signIn(service(), boss.email),
  ];
}

describe('a report that was passed on', () => {
  it.each(['pass_on', 'ask_admin'] as const)(
    'is read by those who take the second look (%s)',
    async (decision) => {
      await report(member);
      await decide(ann, 'reported', decision);
      const [item] = await itemsOf(boss, 'second_look');
      expect(item?.reports).toEqual([{ reason: 'spam', count: 1 }]);
      const { desk } = boss.api.moderation;
      const { reports } = (await desk.inspect({ id: item?.id ?? '' })).data;
      expect(reports).toMatchObject([{ reason: 'spam', text: 'They sell things' }]);
      const asked = { report: reports[0]?.id ?? '' };
      expect((await desk.reporter(asked)).data.reporter?.id).toBe(member.id);
      await decide(boss, 'second_look', 'approve');
      expect(await outcome(desk.reporter(asked))).toBe(missing);
    },
  );

  it('is read with the later ones, and makes the look urgent that an admin is asked for', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    await report(member, 'danger');
    await decide(ann, 'urgent', 'ask_admin');
    for (const lane of ['second_look', 'urgent'] as const)
      expect(await itemsOf(bob, lane)).toEqual([]);
    expect(await itemsOf(boss, 'urgent')).toMatchObject([
      { kind: 'second_look', reports: [{ reason: 'danger' }, { reason: 'spam' }] },
    ]);
  });

  it('is not decided by the moderator who made it, in any way', async () => {
    await report(boss);
    await decide(ann, 'reported', 'pass_on');
    expect(await itemsOf(boss, 'second_look')).toEqual([]);
    expect(await hide(boss)).toBe('FORBIDDEN OWN_REPORT');
    const profiles = { text: username };
    const { data } = await boss.api.moderation.acts.preview({ kind: 'hide', profiles });
    expect(data.left).toEqual([{ reason: 'OWN_REPORT', count: 1 }]);
    expect(await hide(bob)).toBe('done');
    await bob.api.moderation.profiles.restore({ username });
    expect(await hide(boss)).toBe('done');
  });

  it('is not opened again by the moderator who made it', async () => {
    await report(boss);
    await decide(ann, 'reported', 'pass_on');
    const { action } = (await decide(bob, 'second_look', 'approve')).data;
    const { data } = await boss.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ error: { reason: 'OWN_REPORT' } }]);
  });

  it('goes with the card until it is decided, which its author and the next case are told', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    await later('2 days');
    expect(await told()).toEqual(['received']);
    await owner.api.profiles.remove({ username });
    expect(await told()).toEqual(['gone']);
    await owner.api.profiles.create({ username, referral: '' });
    await report(member);
    const [item] = await itemsOf(bob, 'reported');
    const read = await bob.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(read.data.removed).toMatchObject([{ hidden: false, reports: 1 }]);
  });

  it('is answered by the second look, and a later deletion tells nothing', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    await decide(bob, 'second_look', 'approve');
    await later('2 days');
    expect(await told()).toEqual(['approved']);
    // The mail has left.
    await sql`delete from jobs`.execute(db());
    await owner.api.profiles.remove({ username });
    expect(await told()).toEqual([]);
  });

  it('is told to the owner of a card that is hidden after it, and who is suspended then', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    expect(await hide(bob)).toBe('done');
    const { notices } = (await owner.api.profiles.mine({})).data;
    expect(notices).toMatchObject([{ username, afterReport: true }]);
    await boss.api.moderation.users.suspend({ id: owner.id, reason: 'spam' });
    const asked = { userId: owner.id, type: 'user.suspended' } as const;
    const { events } = (await boss.api.audit.list(asked)).data;
    expect(events).toMatchObject([{ after: { afterReport: true } }]);
  });

  it('is for moderators again if the admin is no longer asked', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    const ask = async () => {
      await report(member);
      return (await decide(ann, 'reported', 'ask_admin')).data.action;
    };
    const [first, second] = [await ask(), await ask()];
    await ann.api.moderation.undo({ action: second });
    expect(await itemsOf(bob, 'second_look')).toEqual([]);
    await ann.api.moderation.undo({ action: first });
    expect(await itemsOf(bob, 'second_look')).toHaveLength(1);
    const [other] = (await itemsOf(bob, 'reported')).map(({ id }) => id);
    expect(other).toBeDefined();
  });

  it.each(['pass_on', 'approve'] as const)(
    'waits with the newer ones for an answer if the decision is undone (%s)',
    async (decision) => {
      await report(member, 'danger');
      const { action } = (await decide(ann, 'urgent', decision)).data;
      await report(await signIn(service()));
      await ann.api.moderation.undo({ action });
      expect(await itemsOf(bob, 'second_look')).toEqual([]);
      expect(await itemsOf(bob, 'urgent')).toMatchObject([
        { reports: [{ reason: 'danger' }, { reason: 'spam' }] },
      ]);
      await decide(bob, 'urgent', 'approve');
      await service().clock.advance('11 minutes');
      expect(await told()).toEqual(['approved']);
    },
  );

  it('stays as long as its second look is open', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    await later('181 days');
    await sweep({ orm: service().orm, settings: { sessionDays: 365, auditMonths: 24 } });
    expect(await itemsOf(bob, 'second_look')).toMatchObject([{ reports: { length: 1 } }]);
  });
});

describe('what nobody else could decide', () => {
  it('is a second look for who asked for it, once the others have left', async () => {
    await report(member);
    await decide(ann, 'reported', 'pass_on');
    await demote(bob);
    expect(await itemsOf(ann, 'second_look')).toEqual([]);
    await demote(boss);
    expect(await itemsOf(ann, 'second_look')).toHaveLength(1);
    expect(await outcome(decide(ann, 'second_look', 'approve'))).toBe('done');
  });

  it('is a card that the only moderator reported', async () => {
    await demote(boss);
    await report(ann);
    expect(await itemsOf(ann, 'reported')).toEqual([]);
    expect(await hide(ann)).toBe('FORBIDDEN OWN_REPORT');
    await demote(bob);
    expect(await itemsOf(ann, 'reported')).toHaveLength(1);
    expect(await outcome(decide(ann, 'reported', 'approve'))).toBe('done');
    await report(ann);
    expect(await hide(ann)).toBe('done');
  });

  it('is a card that all of them reported', async () => {
    for (const one of [ann, bob]) await report(one);
    expect(await hide(ann)).toBe('FORBIDDEN OWN_REPORT');
    await report(boss);
    expect(await itemsOf(bob, 'reported')).toHaveLength(1);
    expect(await hide(ann)).toBe('done');
  });

  it('is no moderator’s card that another moderator reported, as long as an admin is there', async () => {
    username = `own-${names}`;
    await bob.api.profiles.create({ username, referral: '' });
    await report(boss);
    expect(await hide(boss)).toBe('done');
    await boss.api.moderation.profiles.restore({ username });
    const other = await admin(service());
    await report(boss);
    expect(await hide(boss)).toBe('FORBIDDEN OWN_REPORT');
    expect(await hide(other)).toBe('done');
  });
});
