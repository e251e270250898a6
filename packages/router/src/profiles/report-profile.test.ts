import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { admin, newIp, type Person, program, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { type Caller, useService } from '../testing/use-service.ts';
import { unseenMs } from './report-profile.ts';

const service = useService({ settings: { publicProfiles: true, review: new Set() } });
let owner: Person;
let boss: Person;
let username: string;
let names = 0;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  // Otherwise the items, limits and admins of the last test would count.
  await sql`delete from users`.execute(db());
  await sql`delete from reports`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  owner = await signIn(service());
  boss = await admin(service());
  username = `card-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

const report = (api: Caller, reason: 'spam' | 'other' | 'danger' = 'spam') =>
  api.profiles.report({ username, reason });

const limited = 'TOO_MANY_REQUESTS REPORT_LIMIT';

const nobody = (ip = newIp()) => service().as(undefined, { ip });

const kept = async () => (await rowsOf(service(), 'reports')).length;
const items = async () => (await rowsOf(service(), 'items')).length;

const makeOlder = (days: number, ...people: Person[]) =>
  sql`
    update users set created_at = created_at - make_interval(days => ${days})
    where id = any(${people.map(({ id }) => id)}::uuid[])
  `.execute(db());

/** The only open item of reports, from its lane. */
async function open(lane: 'reported' | 'urgent' = 'reported') {
  const { data } = await boss.api.moderation.desk.next({ lane });
  return data.items[0];
}

async function approve() {
  const { id = '', profile } = (await open()) ?? {};
  const revision = profile?.revision ?? 0;
  return (await boss.api.moderation.desk.close({ id, revision, decision: 'approve' }))
    .data;
}

describe('a report', () => {
  it('shares one item with other reports, and any number of them hides nothing', async () => {
    for (const _ of Array(12).keys()) await report(nobody());
    await report(owner.api, 'other');
    expect(await open()).toMatchObject({
      profile: { username, hidden: false },
      reports: [
        { reason: 'spam', count: 12 },
        { reason: 'other', count: 1 },
      ],
    });
    expect(await items()).toBe(1);
  });

  it('makes the item urgent only with the reason danger, also an open item', async () => {
    await report(nobody());
    expect(await open('urgent')).toBeUndefined();
    await report(nobody(), 'danger');
    await report(nobody(), 'spam');
    expect(await open('urgent')).toMatchObject({ kind: 'reported', urgent: true });
    expect(await items()).toBe(1);
  });

  it('of the same person is stored once per item', async () => {
    const { api } = await signIn(service());
    await api.profiles.report({ username, reason: 'spam', text: ' First \r\n one ' });
    await report(api, 'other');
    const id = (await open())?.id ?? '';
    const { data } = await boss.api.moderation.desk.inspect({ id });
    expect(data.reports).toMatchObject([{ reason: 'spam', text: 'First \n one' }]);
  });

  it('takes fields left empty as not filled in, but no wrong address', async () => {
    const empty = { text: '', name: '', email: '' };
    await nobody().profiles.report({ username, reason: 'spam', ...empty });
    const blank = { text: ' ', name: ' ', email: ' \u200b' };
    await nobody().profiles.report({ username, reason: 'spam', ...blank });
    const { rows } = await sql`select text, name, email from reports`.execute(db());
    const none = { text: null, name: null, email: null };
    expect(rows).toEqual([none, none]);
    const wrong = { username, reason: 'spam', email: 'ann@' } as const;
    expect(await wrongFields(nobody().profiles.report(wrong))).toEqual(['email']);
  });

  it('of danger replaces another report of the same person', async () => {
    const { api } = await signIn(service());
    await report(api);
    await report(api, 'danger');
    await report(api, 'other');
    expect(await open('urgent')).toMatchObject({
      reports: [{ reason: 'danger', count: 1 }],
    });
  });

  it('of thirty people at once is stored thirty times in one item', async () => {
    const results = await raceTogether(30, async () => report(nobody()));
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect([await items(), await kept()]).toEqual([1, 30]);
  });

  it('while a moderator decides belongs to the closed item or to a new one', async () => {
    await report(nobody());
    const seen = await open();
    const asked = { id: seen?.id ?? '', revision: 1, decision: 'approve' } as const;
    const results = await raceTogether(30, async (index) =>
      index === 15 ? boss.api.moderation.desk.close(asked) : report(nobody(), 'other'),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect(await kept()).toBe(30);
    expect(await items()).toBeLessThanOrEqual(2);
  });

  it('is never shown or exported to the owner', async () => {
    const { api, id } = await signIn(service());
    await api.profiles.report({ username, reason: 'spam', text: 'They sell things' });
    const { data } = await owner.api.users.exportMe();
    const all = JSON.stringify([data, await owner.api.profiles.mine()]);
    expect(all).not.toContain('They sell things');
    expect(all).not.toContain(id);
    const theirs = (await api.users.exportMe()).data.records['reports'];
    expect(theirs).toMatchObject([{ reason: 'spam', text: 'They sell things' }]);
  });
});

describe('who may report', () => {
  it('is anybody if profiles are public, but an invalid token is refused', async () => {
    expect(await outcome(report(nobody()))).toBe('done');
    const unknown = report(service().as(`nc_${'A'.repeat(43)}`));
    expect(await outcome(unknown)).toBe('UNAUTHORIZED TOKEN_INVALID');
    const key = await program(service(), boss, 'profiles:read', 'moderation');
    expect(await outcome(report(key.api))).toBe('FORBIDDEN SCOPE_MISSING');
  });

  it.each([
    ['where profiles are not public', false],
    ['of cards for members', true],
  ])(
    'without an account learns of no card, and gets no receipt, %s',
    async (_, publicProfiles) => {
      const on = service().with({ settings: { publicProfiles } });
      const hidden = `hidden-${username}`;
      await owner.api.profiles.create({ username: hidden, referral: '' });
      await boss.api.moderation.profiles.hide({ username: hidden, reason: 'spam' });
      await owner.api.profiles.chooseReaders({
        username,
        readers: publicProfiles ? 'members' : 'anybody',
      });
      for (const name of [username, hidden, 'no.one', 'im possible']) {
        const outsider = on.as(undefined, { ip: newIp() });
        const send = () =>
          outsider.profiles.report({
            username: name,
            reason: 'spam',
            email: 'reporter@example.com',
          });
        const sent = await Promise.all(Array.from({ length: 10 }, send));
        expect(sent).toEqual(Array.from({ length: 10 }, () => ({ data: null })));
        expect(await outcome(send())).toBe(limited);
      }
      const { rows } = await sql<{ receipts: number; reports: number }>`
      select count(*)::int as reports, count(*) filter (where heard_at is null)::int as receipts from reports
    `.execute(db());
      expect(rows).toEqual([{ reports: 10, receipts: 0 }]);
    },
  );

  it('without an account waits as long for an answer, whether or not there is a card', async () => {
    await owner.api.profiles.chooseReaders({ username, readers: 'members' });
    for (const name of [username, 'no.one']) {
      const almost = sleep(unseenMs - 20, 'nothing yet');
      const sent = nobody().profiles.report({ username: name, reason: 'spam' });
      expect(await Promise.race([almost, sent])).toBe('nothing yet');
      expect(await sent).toEqual({ data: null });
    }
  });

  it('gets the same answer for a hidden card and for none', async () => {
    await boss.api.moderation.profiles.hide({ username, reason: 'spam' });
    const closed = service().with({ settings: { publicProfiles: false } });
    for (const api of [owner.api, boss.api, closed.as(boss.token)]) {
      expect(await outcome(report(api))).toBe('NOT_FOUND PROFILE_NOT_FOUND');
      const none = api.profiles.report({ username: 'no.one', reason: 'spam' });
      expect(await outcome(none)).toBe('NOT_FOUND PROFILE_NOT_FOUND');
    }
    expect(await items()).toBe(0);
  });
});

describe('in a day', () => {
  it('ten reports of an IP address are stored, for all people behind it', async () => {
    const ip = newIp();
    const results = await raceTogether(30, async () => report(nobody(ip)));
    expect(endingsOf(results)).toEqual({ done: 10, [limited]: 20 });
    expect(await kept()).toBe(10);
    await service().clock.advance('23 hours 59 minutes');
    expect(await outcome(report(nobody(ip)))).toBe(limited);
    expect(await kept()).toBe(10);
    await service().clock.advance('1 minute');
    await report(nobody(ip));
    expect(await kept()).toBe(11);
  });

  it('thirty of an IP network are stored, and one address can’t use them up', async () => {
    const network = newIp().replace(/1$/, '');
    for (const _ of Array(20).keys()) await outcome(report(nobody(`${network}1`)));
    for (const host of [2, 3, 4]) {
      await raceTogether(10, async () => report(nobody(`${network}${host}`)));
    }
    expect(await kept()).toBe(30);
  });

  it('three of a new account are stored, and twenty of one older than a day', async () => {
    const cards: string[] = [];
    for (const made of Array(25).keys()) {
      cards.push(`${username}-${made}`);
      await owner.api.profiles.create({ username: cards[made] ?? '', referral: '' });
    }
    const person = await signIn(service());
    const reportAll = () =>
      raceTogether(25, async (index) =>
        person.api.profiles.report({ username: cards[index] ?? '', reason: 'spam' }),
      );
    expect(endingsOf(await reportAll())).toEqual({ done: 3, [limited]: 22 });
    expect(await kept()).toBe(3);
    await makeOlder(1, person);
    await sql`delete from rate_limits`.execute(db());
    await sql`delete from reports`.execute(db());
    expect(endingsOf(await reportAll())).toEqual({ done: 20, [limited]: 5 });
    expect(await kept()).toBe(20);
  });
});

describe('a card that was approved', () => {
  beforeEach(async () => {
    await report(nobody());
    await approve();
  });

  const openAgain = async () => (await open()) !== undefined;

  it('is not opened again for the same reason, but the report is stored', async () => {
    await report(nobody());
    await report((await signIn(service())).api);
    expect(await openAgain()).toBe(false);
    expect(await kept()).toBe(3);
  });

  it('is opened again for another reason', async () => {
    await report(nobody(), 'other');
    expect(await openAgain()).toBe(true);
  });

  it('is opened again once it was changed', async () => {
    await owner.api.profiles.updateSocials({ username, about: 'Buy this' });
    await report(nobody());
    expect(await openAgain()).toBe(true);
  });

  it('is opened again after 30 days', async () => {
    await service().clock.advance('30 days 1 second');
    await report(nobody());
    boss = await signIn(service(), boss.email);
    expect(await openAgain()).toBe(true);
  });

  it('is opened again by accounts older than 30 days, once by each', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    await makeOlder(31, ann, bob);
    for (const { api } of [ann, bob]) {
      await report(api);
      expect(await openAgain()).toBe(true);
      await report(nobody());
      await approve();
    }
    for (const { api } of [ann, bob]) await report(api);
    expect(await openAgain()).toBe(false);
    expect(await items()).toBe(3);
  });

  it('is opened again if its approval was undone', async () => {
    const { data } = await boss.api.audit.listActions({});
    await boss.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    await report(nobody());
    expect(await open()).toMatchObject({ reports: [{ reason: 'spam', count: 2 }] });
    expect(await items()).toBe(1);
  });
});
