import { defaultProduct } from '@namecard/look';
import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import { admin, type Person, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { fixedHashes } from '../testing/settings.ts';
import { useService } from '../testing/use-service.ts';

const contactUrl = 'mailto:help@example.com';
const service = useService({
  settings: {
    publicProfiles: true,
    review: new Set(),
    product: { ...defaultProduct, operator: { contact: contactUrl } },
  },
});
const full = 'TOO_MANY_REQUESTS REPORTS_FULL';
const own = 'TOO_MANY_REQUESTS REPORT_LIMIT';
let username: string;
let boss: Person;
let names = 0;

const db = () => statements(service().orm.em.fork());

/** An admin and a card that nobody has reported. */
async function startAnew(): Promise<void> {
  await sql`delete from users`.execute(db());
  await sql`delete from reports`.execute(db());
  await sql`delete from rate_limits`.execute(db());
  boss = await admin(service());
  const owner = await signIn(service());
  username = `card-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
}

const report = (ip: string, reason: 'spam' | 'danger' = 'spam') =>
  service().as(undefined, { ip }).profiles.report({ username, reason });

const stored = async () => (await rowsOf(service(), 'reports')).length;

/** Sets a count of today's reports. */
const count = (counted: string, hits: number) =>
  sql`
    update rate_limits set hits = ${hits} where key = ${fixedHashes.of('limits', counted)}
  `.execute(db());

describe('after 300 reports without an account from 30 addresses', () => {
  beforeAll(async () => {
    await startAnew();
    for (let address = 0; address < 30; address += 1) {
      const ip = `20.9.${address % 10}.${address}`;
      await raceTogether(10, async () => report(ip));
    }
  });
  let before: number;
  beforeEach(async () => {
    before = await stored();
  });
  const added = async () => (await stored()) - before;

  it('a report of danger from elsewhere is stored, and so is another', async () => {
    expect(before).toBe(300);
    await report('20.1.1.1', 'danger');
    await report('20.2.1.1');
    expect(await added()).toBe(2);
  });

  it('one more of each network is stored, of thirty at once', async () => {
    const results = await raceTogether(30, async (at) => report(`20.3.1.${at}`));
    expect(endingsOf(results)).toEqual({ done: 1, [full]: 29 });
    expect(await added()).toBe(1);
  });

  it('three more of each allocation are stored, of thirty at once', async () => {
    const results = await raceTogether(30, async (at) => report(`20.4.${at}.1`));
    expect(endingsOf(results)).toEqual({ done: 3, [full]: 27 });
    await report('20.5.1.1');
    expect(await added()).toBe(4);
  });

  it('the refused one says to sign in and whom to write to', async () => {
    await report('20.6.1.1');
    const { message, retryAfter } = await errorOf(report('20.6.1.1'));
    expect(message).toMatch(/Sign in and send it again.*help@example\.com/);
    expect(retryAfter).toBeGreaterThan(3_600);
    await (await signIn(service())).api.profiles.report({ username, reason: 'spam' });
    expect(await added()).toBe(2);
  });

  it('3,000 are stored in all', async () => {
    await count('reports without an account beyond', 2_699);
    expect(await outcome(report('20.7.1.1'))).toBe('done');
    expect(await outcome(report('20.8.1.1'))).toBe(full);
  });

  it('refused ones don’t use up what their sender may report', async () => {
    const ip = '20.10.1.1';
    for (const _ of Array(11).keys()) expect(await outcome(report(ip))).toBe(full);
    await sql`delete from rate_limits where key <> ${fixedHashes.of('limits', `reports from ${ip}`)}`.execute(
      db(),
    );
    expect(await outcome(report(ip))).toBe('done');
  });
});

it('after 300 reports of danger, a later one of danger is stored, and any other', async () => {
  await startAnew();
  await report('20.9.1.1', 'danger');
  await count('danger without an account', 300);
  await report('20.1.1.1', 'danger');
  expect(await outcome(report('20.1.1.2', 'danger'))).toBe(full);
  await report('20.9.1.1');
  expect(await stored()).toBe(3);
});

it('the reports of an address don’t use up what it may report as danger', async () => {
  await startAnew();
  for (const _ of Array(10).keys()) await report('20.1.1.1');
  expect((await errorOf(report('20.1.1.1'))).message).toMatch(/your IP address today/);
  expect(await outcome(report('20.1.1.1'))).toBe(own);
  await report('20.1.1.1', 'danger');
  expect(await stored()).toBe(11);
});

describe('where a report came from', () => {
  beforeEach(startAnew);
  const sources = async () => {
    const { rows } = await sql<{ network: string | null; allocation: string | null }>`
      select network, allocation from reports order by at, id
    `.execute(db());
    return rows;
  };
  const forgotten = { network: '', allocation: '' };

  it('is kept as hashes that nobody is shown, until the item closes', async () => {
    await report('20.1.1.1');
    const [{ network, allocation } = forgotten] = await sources();
    const keyed = (where: string) => fixedHashes.of('limits', `report from ${where}`);
    expect(network).toBe(keyed('network 20.1.1.0/24'));
    expect(allocation).toBe(keyed('allocation 20.1.0.0/16'));
    const { data } = await boss.api.moderation.desk.next({ lane: 'reported' });
    const [item] = data.items;
    const { id = '', profile } = item ?? {};
    const read = await boss.api.moderation.desk.inspect({ id });
    expect(JSON.stringify([data, read])).not.toContain(network);
    const revision = profile?.revision ?? 0;
    await boss.api.moderation.desk.close({ id, revision, decision: 'approve' });
    await report('20.1.1.1');
    expect(await sources()).toEqual([forgotten, forgotten]);
  });

  it('is forgotten after 30 days', async () => {
    await report('20.1.1.1');
    await service().clock.advance('30 days 1 second');
    await sweep({ orm: service().orm, settings: { sessionDays: 30, auditMonths: 24 } });
    expect(await sources()).toEqual([forgotten]);
  });

  it('is kept of accounts on their first day alone', async () => {
    const ann = await signIn(service());
    await ann.api.profiles.report({ username, reason: 'spam' });
    await service().clock.advance('1 day 1 second');
    await ann.api.profiles.report({ username, reason: 'danger' });
    expect(await sources()).toEqual([{ network: null, allocation: null }]);
    const bob = await signIn(service());
    await bob.api.profiles.report({ username, reason: 'spam' });
    expect((await sources())[1]?.network).toMatch(/^[\w-]{22}$/);
  });
});
