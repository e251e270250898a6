import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyRing } from '../../access/keys.ts';
import { numberChunk } from '../../changes/numbering.sql.ts';
import type { WebhookAnswer, WebhookMessage } from '../../context.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import { sealUnderFirst } from '../seal-again.ts';
import { sweep } from '../../jobs/sweep.ts';
import { admin, type Person, signIn, leave } from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { claimDelivery, giveBackDelivery, makeDeliveries } from './deliveries.sql.ts';
import { mailing } from './mail-admins.ts';
import { recordAnswer, sendDelivery, type WebhookDeps } from './send-delivery.ts';
import { startWebhooks } from './start-webhooks.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());

const Body = z.object({
  type: z.string(),
  data: z.object({ id: z.uuid(), revision: z.number(), profile: z.unknown() }),
});

let ann: Person;
let sent: WebhookMessage[];
let events: string[];
/** How receivers answer. */
let answer: (body: z.infer<typeof Body>) => WebhookAnswer;

const deps = (): WebhookDeps => ({
  orm: service().orm,
  hashes: service().deps.hashes,
  keys: service().deps.keys,
  random: service().deps.random,
  settings: service().deps.settings,
  mailer: { deliver: async () => ({ outcome: 'sent', messageId: '1' }) },
  telemetry: { webhook: (event) => void events.push(event), moderated() {}, event() {} },
  webhooks: {
    send: async (message) => {
      sent.push(message);
      return answer(Body.parse(JSON.parse(message.body)));
    },
  },
});

const every = [
  'profile.created',
  'profile.updated',
  'profile.hidden',
  'user.erased',
] as const;

beforeEach(async () => {
  await sql`truncate webhook_endpoints, webhook_deliveries`.execute(db());
  [sent, events, answer] = [[], [], () => ({ status: 204 })];
  ann = await admin(service());
  await numberAll();
});

const numberAll = async () => {
  while (await numberChunk(service().orm.em));
};

/** Numbers the changes and makes deliveries. Returns how many. */
const tell = async (): Promise<number> => {
  await numberAll();
  return (await makeDeliveries(service().orm.em))[0]?.made ?? 0;
};

const endpoint = async (kinds: readonly (typeof every)[number][] = every) =>
  (
    await ann.api.webhooks.create({
      url: 'https://hooks.example.com/in?key=1',
      kinds: [...kinds],
    })
  ).data.webhook.id;

const claim = async (repeats = false, sending: string[] = [], places = 8) =>
  (
    await claimDelivery(service().orm.em, {
      repeats: [repeats],
      sending,
      places,
      keyIds: service().deps.keys.ids,
    })
  )[0];

/** Makes every try that is due now. */
async function deliverDue(): Promise<void> {
  for (;;) {
    const due = (await claim(true)) ?? (await claim());
    if (!due) return;
    await recordAnswer(deps(), due, await sendDelivery(deps(), due));
  }
}

let names = 0;
async function makeProfile(): Promise<string> {
  names += 1;
  await ann.api.profiles.create({ username: `told-${names}`, referral: '' });
  return `told-${names}`;
}

const list = async (id: string, state?: 'failed') =>
  (await ann.api.webhooks.deliveries({ id, ...(state && { state }) })).data.deliveries;

const read = async () => (await ann.api.webhooks.list()).data.webhooks[0];

describe('a webhook', () => {
  it('gets the wanted kinds of changes since it was made, in the form of the feed', async () => {
    await makeProfile();
    await endpoint(['profile.updated', 'profile.hidden']);
    const username = await makeProfile();
    await ann.api.profiles.updateSocials({ username, about: 'Hello' });
    expect(await tell()).toBe(1);
    await deliverDue();
    expect(sent).toHaveLength(1);
    const [message] = sent;
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'profile.updated',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        id: expect.any(String),
        revision: 2,
        user: null,
        profile: { username, about: 'Hello', socials: {}, location: null, hidden: false },
      },
    });
    expect(message).toMatchObject({
      url: 'https://hooks.example.com/in?key=1',
      id: expect.stringMatching(/^[0-9a-f-]{36}_\d+$/),
      secrets: [expect.stringMatching(/^whsec_/)],
    });
  });

  it('is dated by the database’s clock at each try', async () => {
    await endpoint();
    await makeProfile();
    await tell();
    answer = () => ({ status: 500 });
    const times: number[] = [];
    while (times.length < 2) {
      times.push(Date.parse(await service().clock.advance('1 hour')));
      await deliverDue();
    }
    expect(sent.map(({ at }) => Date.parse(at))).toEqual(times);
  });

  it('gets no data of a user who was erased meanwhile', async () => {
    const bob = await signIn(service());
    await endpoint();
    await bob.api.profiles.create({ username: 'soon-erased', referral: '' });
    await tell();
    await leave(service(), bob);
    await tell();
    await deliverDue();
    expect(sent.map(({ body }) => Body.parse(JSON.parse(body)).type)).toContain(
      'user.erased',
    );
    expect(sent.map(({ body }) => body).join()).not.toMatch(/soon-erased|stranger/);
  });

  it('gets each change once, even if 30 workers make and claim deliveries', async () => {
    const id = await endpoint(['profile.created']);
    await Promise.all(Array.from({ length: 40 }, makeProfile));
    await numberAll();
    const made = await raceTogether(30, () => makeDeliveries(service().orm.em));
    const counts = made.map((one) =>
      one.status === 'fulfilled' ? (one.value[0]?.made ?? 0) : -1,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    const claimed = await raceTogether(30, () => claim());
    const numbers = claimed.map((one) =>
      one.status === 'fulfilled' ? one.value?.number : -1,
    );
    expect(new Set(numbers).size).toBe(30);
    expect(await list(id)).toHaveLength(40);
  });

  it('gets nothing while it is paused, and all missed changes afterwards', async () => {
    const id = await endpoint();
    await ann.api.webhooks.switch({ id, isOn: false });
    await makeProfile();
    expect(await tell()).toBe(0);
    await ann.api.webhooks.switch({ id, isOn: true });
    expect(await tell()).toBe(1);
  });

  it('comes after webhooks with fewer deliveries in progress, and never takes all free places', async () => {
    const slow = await endpoint(['profile.created']);
    const other = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    expect((await claim(false, [slow]))?.endpointId).toBe(other);
    expect(await claim(false, [slow, slow], 2)).toBeUndefined();
    expect((await claim(false, [slow, slow], 3))?.endpointId).toBe(slow);
  });
});

describe('a delivery that fails', () => {
  it('is tried again after 1, 2, 4 … seconds, 15 minutes at most, and delays no other subject', async () => {
    const id = await endpoint(['profile.created', 'profile.updated']);
    const bad = await makeProfile();
    await makeProfile();
    answer = ({ data }) => ({
      status: JSON.stringify(data.profile).includes(bad) ? 500 : 200,
    });
    await tell();
    await deliverDue();
    expect(sent).toHaveLength(2);
    expect(await list(id, 'failed')).toMatchObject([
      { state: 'waiting', attempts: 1, outcome: '500' },
    ]);
    for (const [wait, tries] of [
      ['1 second', 3],
      ['1 second', 3],
      ['1 second', 4],
      ['4 seconds', 5],
    ] as const) {
      await service().clock.advance(wait);
      await deliverDue();
      expect(sent).toHaveLength(tries);
    }
    expect(new Set(sent.map((message) => message.id)).size).toBe(2);
    expect(await read()).toMatchObject({ state: 'on', failed: 1 });
  });

  it.each([
    [60, '59 seconds', '1 second'],
    [86_400, '14 minutes 59 seconds', '1 second'],
    [0, '0 seconds', '1 second'],
  ])(
    'is tried when its receiver asks for it: %s seconds later, or 15 minutes',
    async (retryAfter, ...waits) => {
      await endpoint(['profile.created']);
      await makeProfile();
      await tell();
      answer = () => ({ status: 429, retryAfter });
      await deliverDue();
      const counts = [];
      for (const wait of waits) {
        await service().clock.advance(wait);
        await deliverDue();
        counts.push(sent.length);
      }
      expect(counts).toEqual([1, 2]);
    },
  );

  it('is set aside after a day, and sent again when an admin says so', async () => {
    const id = await endpoint(['profile.created']);
    const bad = await makeProfile();
    answer = ({ data }) => ({
      status: JSON.stringify(data.profile).includes(bad) ? 500 : 200,
    });
    await tell();
    for (let hour = 0; hour <= 24; hour += 1) {
      await makeProfile();
      await tell();
      await deliverDue();
      await service().clock.advance('1 hour');
    }
    await deliverDue();
    ann = await admin(service());
    expect(await list(id, 'failed')).toMatchObject([
      { state: 'set_aside', nextAttemptAt: null },
    ]);
    expect(events).toContain('set_aside');
    expect(await read()).toMatchObject({ state: 'on', failed: 1 });
    sent = [];
    answer = () => ({ status: 202 });
    expect((await ann.api.webhooks.resend({ id })).data).toEqual({ resent: 1 });
    await deliverDue();
    expect(sent).toHaveLength(1);
    expect(await list(id, 'failed')).toEqual([]);
    expect(await read()).toMatchObject({ failed: 0, failingSince: null });
  });

  it('can be claimed half a minute after a crash, and is accepted by any try', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    const first = await claim();
    await service().clock.advance('29.999999 seconds');
    expect(await claim(true)).toBeUndefined();
    await service().clock.advance('1 microsecond');
    const second = await claim(true);
    if (!first || !second) throw new Error('Nothing was due');
    await recordAnswer(deps(), first, { status: 500 });
    expect(await list(id)).toMatchObject([{ state: 'waiting', outcome: null }]);
    await recordAnswer(deps(), first, { status: 200 });
    await recordAnswer(deps(), second, { failure: 'timed_out' });
    expect(await list(id)).toMatchObject([{ state: 'delivered', outcome: '200' }]);
  });

  it('is due at once, as a first try, if a worker that ends gives it back', async () => {
    await endpoint();
    await makeProfile();
    await tell();
    const due = await claim();
    if (!due) throw new Error('Nothing is due');
    expect(await claim()).toBeUndefined();
    await giveBackDelivery(service().orm.em, due);
    expect(await claim()).toEqual(due);
  });

  it('is dropped if its change is deleted', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    await sql`delete from changes`.execute(db());
    await deliverDue();
    expect(await list(id)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is kept for 30 days once it is set aside, and a day once it was accepted', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await makeProfile();
    await tell();
    await deliverDue();
    await sql`update webhook_deliveries set state = 'set_aside' where number = (select min(number) from webhook_deliveries)`.execute(
      db(),
    );
    const sweepAll = () =>
      sweep({ orm: service().orm, settings: service().deps.settings });
    await service().clock.advance('24 hours 1 second');
    await sweepAll();
    ann = await admin(service());
    expect(await list(id)).toMatchObject([{ state: 'set_aside' }]);
    await service().clock.advance('29 days');
    await sweepAll();
    expect(await rowsOf(service(), 'webhook_deliveries')).toEqual([]);
  });
});

describe('a webhook that is switched on again', () => {
  it('tries its waiting deliveries for another day, even if it was off for long', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    answer = () => ({ status: 307 });
    await deliverDue();
    await ann.api.webhooks.switch({ id, isOn: false });
    await service().clock.advance('2 days');
    ann = await admin(service());
    await ann.api.webhooks.switch({ id, isOn: true });
    expect(await read()).toMatchObject({ state: 'on', failingSince: null });
    await deliverDue();
    expect(sent).toHaveLength(2);
    expect(await list(id)).toMatchObject([{ state: 'waiting' }]);
    await service().clock.advance('23 hours');
    await deliverDue();
    ann = await admin(service());
    expect(await list(id)).toMatchObject([{ state: 'waiting' }]);
    expect(await read()).toMatchObject({ state: 'on' });
  });

  it('continues unchanged if it was on: nothing is sent twice', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    await claim();
    await ann.api.webhooks.switch({ id, isOn: true });
    await deliverDue();
    expect(sent).toEqual([]);
  });

  it('also has another day at a new address', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    answer = () => ({ status: 500 });
    await deliverDue();
    await service().clock.advance('25 hours');
    ann = await admin(service());
    const url = 'https://elsewhere.example.com';
    await ann.api.webhooks.update({ id, url, kinds: ['profile.created'] });
    await deliverDue();
    expect(await list(id)).toMatchObject([{ state: 'waiting' }]);
    expect(await read()).toMatchObject({ state: 'on' });
  });
});

describe('a webhook that answers 410', () => {
  it('is switched off at once, by the service, with a mail that says so', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    answer = () => ({ status: 410 });
    await deliverDue();
    expect(await read()).toMatchObject({ state: 'failed' });
    expect(events).toContain('switched_off');
    const [event] = (await ann.api.audit.list({ limit: 1 })).data.events;
    expect(event).toMatchObject({
      type: 'webhook.changed',
      actorKind: 'system',
      before: { state: 'on' },
      after: { state: 'failed', webhook: 'hooks.example.com' },
    });
    const texts: string[] = [];
    const deliver: WebhookDeps['mailer']['deliver'] = async ({ text }) => {
      texts.push(text);
      return { outcome: 'sent', messageId: '1' };
    };
    await doDue(mailing({ ...deps(), mailer: { deliver } }));
    expect(texts[0]).toContain('hooks.example.com says that it is gone (410)');
    answer = () => ({ status: 200 });
    await ann.api.webhooks.switch({ id, isOn: true });
    await deliverDue();
    expect(await list(id)).toMatchObject([{ state: 'delivered' }]);
  });

  it('late, from its former address, switches nothing off: the new one is tried', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    const due = await claim();
    const url = 'https://elsewhere.example.com';
    await ann.api.webhooks.update({ id, url, kinds: ['profile.created'] });
    if (due) await recordAnswer(deps(), due, { status: 410 });
    expect(await read()).toMatchObject({ state: 'on', failingSince: null });
    expect(events).not.toContain('switched_off');
    await service().clock.advance('30 seconds');
    await deliverDue();
    expect(sent.map((message) => message.url)).toEqual([url]);
    expect(await list(id)).toMatchObject([{ state: 'delivered' }]);
  });

  it('continues at another address, without a mail to admins', async () => {
    const id = await endpoint(['profile.created']);
    await makeProfile();
    await tell();
    answer = () => ({ status: 410 });
    await deliverDue();
    answer = () => ({ status: 200 });
    const url = 'https://elsewhere.example.com';
    await ann.api.webhooks.update({ id, url, kinds: ['profile.created'] });
    await deliverDue();
    expect(await list(id)).toMatchObject([{ state: 'delivered' }]);
    const deliver = async () => expect.unreachable();
    await doDue(mailing({ ...deps(), mailer: { deliver } }));
  });
});

describe('a webhook that accepts nothing', () => {
  async function failForADay(): Promise<string> {
    const id = await endpoint(['profile.created']);
    answer = () => ({ failure: 'connection_failed' });
    await makeProfile();
    await tell();
    for (let hour = 0; hour <= 24; hour += 1) {
      await deliverDue();
      await service().clock.advance('1 hour');
    }
    await deliverDue();
    ann = await admin(service());
    return id;
  }

  it('gets one change a minute after ten minutes, and all changes once it accepts again', async () => {
    await endpoint(['profile.created']);
    answer = () => ({ status: 503 });
    await makeProfile();
    await tell();
    await deliverDue();
    await service().clock.advance('10 minutes 1 second');
    await makeProfile();
    await makeProfile();
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    answer = () => ({ status: 200 });
    await deliverDue();
    expect(await tell()).toBe(1);
  });

  it('is switched off once after a day, with a mail to each admin, and later continues where it stopped', async () => {
    const mailed: string[] = [];
    const id = await failForADay();
    expect(await read()).toMatchObject({ state: 'failed' });
    expect(events.filter((event) => event === 'switched_off')).toHaveLength(1);
    await makeProfile();
    expect(await tell()).toBe(0);
    const settings = {
      ...service().deps.settings,
      adminEmails: new Set(['boss@example.com']),
    };
    const deliver: WebhookDeps['mailer']['deliver'] = async ({ to, text }) => {
      mailed.push(to);
      expect(text).toContain('hooks.example.com has accepted nothing');
      expect(text).not.toContain('key=1');
      return { outcome: 'sent', messageId: '1' };
    };
    await raceTogether(5, () =>
      doDue(mailing({ ...deps(), settings, mailer: { deliver } })),
    );
    expect(mailed.toSorted()).toContain('boss@example.com');
    expect(mailed).toContain(ann.email);
    expect(new Set(mailed).size).toBe(mailed.length);
    answer = () => ({ status: 200 });
    await ann.api.webhooks.switch({ id, isOn: true });
    expect(await tell()).toBe(1);
  });

  it('causes a later mail to the admin alone whose mail the provider did not take', async () => {
    await failForADay();
    await sql`update users set role = 'user'`.execute(db());
    const down = new Set(['late@example.com']);
    const told: string[] = [];
    const deliver: WebhookDeps['mailer']['deliver'] = async ({ to }) => {
      if (down.has(to)) return { outcome: 'retry', reason: 'timed_out' };
      told.push(to);
      return { outcome: 'sent', messageId: '1' };
    };
    const adminEmails = new Set(['late@example.com', 'prompt@example.com']);
    const settings = { ...service().deps.settings, adminEmails };
    const mail = () => doDue(mailing({ ...deps(), settings, mailer: { deliver } }));
    await mail();
    expect(told).toEqual(['prompt@example.com']);
    down.clear();
    await service().clock.advance('1 hour');
    await mail();
    expect(told).toEqual(['prompt@example.com', 'late@example.com']);
  });
});

describe('a secret', () => {
  it('is sealed again when SECRET_KEY changes, so that the old key can be removed', async () => {
    const id = await endpoint(['profile.created']);
    const before = await rowsOf(service(), 'webhook_endpoints');
    expect(before.join()).not.toContain('whsec_');
    const rotated = createKeyRing([
      'another key',
      'a secret key that only these tests use',
    ]);
    await sealUnderFirst({ em: service().deps.em, keys: rotated });
    expect(await rowsOf(service(), 'webhook_endpoints')).not.toEqual(before);
    await makeProfile();
    await tell();
    expect(await claim()).toBeUndefined();
    const keys = createKeyRing(['another key']);
    const [due] = await claimDelivery(service().orm.em, {
      repeats: [false],
      sending: [],
      places: 8,
      keyIds: keys.ids,
    });
    if (!due) throw new Error('Nothing was due');
    expect(due.endpointId).toBe(id);
    await sendDelivery({ ...deps(), keys }, due);
    expect(sent).toHaveLength(1);
    expect((await read())?.isSecretLost).toBe(true);
  });

  it('that is replaced signs beside the new one for a day', async () => {
    const { data } = await ann.api.webhooks.create({
      url: 'https://hooks.example.com',
      kinds: ['profile.created'],
    });
    const { id } = data.webhook;
    const { secret } = (await ann.api.webhooks.replaceSecret({ id })).data;
    await makeProfile();
    await tell();
    await deliverDue();
    expect(sent[0]?.secrets).toEqual([secret, data.secret]);
    await service().clock.advance('1 day');
    ann = await admin(service());
    await makeProfile();
    await tell();
    await deliverDue();
    expect(sent[1]?.secrets).toEqual([secret]);
  });
});

describe('the worker', () => {
  it('sends at once to a receiver that answers, even if many changes wait for two that hang', async () => {
    await endpoint(['profile.created']);
    await endpoint(['profile.created']);
    await endpoint(['profile.updated']);
    const usernames: string[] = [];
    while (usernames.length < 10) usernames.push(await makeProfile());
    await tell();
    const { promise: hanging, resolve: answerAll } =
      Promise.withResolvers<WebhookAnswer>();
    const arrived: string[] = [];
    const send = async ({ body }: WebhookMessage): Promise<WebhookAnswer> => {
      const { type } = Body.parse(JSON.parse(body));
      arrived.push(type);
      return type === 'profile.created' ? hanging : { status: 204 };
    };
    const failures: unknown[] = [];
    const worker = startWebhooks({
      ...deps(),
      webhooks: { send },
      onUnexpected: (error) => failures.push(error),
    });
    const count = (type: string) => arrived.filter((one) => one === type).length;
    await expect.poll(() => count('profile.created')).toBe(6);
    for (const username of usernames) {
      await ann.api.profiles.updateSocials({ username, about: 'Hello' });
    }
    await numberAll();
    await expect.poll(() => count('profile.updated')).toBe(10);
    expect(count('profile.created')).toBe(6);
    answerAll({ status: 204 });
    await worker.stop();
    expect(failures).toEqual([]);
  });

  it('sends numbered changes, and has each figure', async () => {
    await endpoint(['profile.created']);
    const failures: unknown[] = [];
    const worker = startWebhooks({
      ...deps(),
      onUnexpected: (error) => failures.push(error),
    });
    await makeProfile();
    await numberAll();
    await expect.poll(() => sent.length).toBe(1);
    expect(await worker.figures()).toEqual({
      oldestSeconds: 0,
      failingSeconds: 0,
      switchedOff: 0,
    });
    await worker.stop();
    expect(failures).toEqual([]);
  });

  it('counts the time since a success of the part that fails longest', async () => {
    const rename = async (from: string, to: string) =>
      sql`alter table webhook_endpoints rename ${sql.ref(from)} to ${sql.ref(to)}`.execute(
        db(),
      );
    await rename('cursor', 'gone');
    const failing = new Set<string>();
    const worker = startWebhooks({
      ...deps(),
      onUnexpected: (_, name) => failing.add(name),
    });
    // Deliveries look each second and find nothing.
    await expect.poll(() => worker.secondsSinceSuccess()).toBeGreaterThan(2);
    await worker.stop();
    await rename('gone', 'cursor');
    expect(failing).toEqual(new Set(['webhooks.make']));
  });
});
