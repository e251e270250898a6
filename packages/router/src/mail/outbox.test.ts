import { openOrm, statements } from '@namecard/db';
import type { Delivery, Message } from '@namecard/email';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codesIn, emptyOutbox, mailDeps, usePostmark } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { type OutboxWorker, type OutboxWorkerDeps, startOutbox } from './outbox.ts';

const service = useService();
const postmark = usePostmark();

let workers: OutboxWorker[] = [];
let reported: string[] = [];

function start(overrides: Partial<OutboxWorkerDeps> = {}): OutboxWorker {
  const worker = startOutbox({
    ...mailDeps(service(), postmark()),
    telemetry: service().deps.telemetry,
    onUnexpected: (_, where) => reported.push(where),
    ...overrides,
  });
  workers.push(worker);
  return worker;
}

const send = async (email: string) => service().as().auth.sendCode({ email });
const stateOf = async (email: string) =>
  (await mailsTo(service(), email)).map(({ state }) => state);
const until = async (condition: () => boolean | Promise<boolean>) => {
  await expect.poll(condition, { interval: 10 }).toBe(true);
};
const untilSent = async (email: string) =>
  until(async () => (await stateOf(email)).every((state) => state === 'sent'));

beforeEach(async () => {
  await emptyOutbox(service());
  reported = [];
});

afterEach(async () => {
  await Promise.all(workers.map(async (worker) => worker.stop()));
  workers = [];
});

describe('the worker', () => {
  it('delivers a mail with working codes after a wake', async () => {
    const worker = start();
    const email = newAddress();
    await service()
      .with({ mailQueued: () => worker.wake() })
      .as()
      .auth.sendCode({ email });
    await untilSent(email);
    const mail = postmark()
      .mails()
      .findLast(({ to }) => to === email);
    const { long = '' } = mail ? codesIn(mail) : {};
    expect(await outcome(service().as().auth.verifyCode({ email, otp: long }))).toBe(
      'done',
    );
  });

  it('finds mails of another instance by itself', async () => {
    start();
    const email = newAddress();
    await send(email);
    await untilSent(email);
    expect(reported).toEqual([]);
  });

  it('delivers mails that were queued before it started', async () => {
    const email = newAddress();
    await send(email);
    start();
    await untilSent(email);
    expect(
      postmark()
        .mails()
        .filter(({ to }) => to === email),
    ).toHaveLength(1);
  });

  it('expires mails that can’t be delivered in time', async () => {
    const email = newAddress();
    await send(email);
    await service().clock.advance('58 minutes');
    const requests = postmark().requests.length;
    start();
    await until(async () => (await stateOf(email)).includes('expired'));
    expect(postmark().requests).toHaveLength(requests);
  });
});

describe('a worker’s health', () => {
  it('is degraded while the provider refuses the account, and new mail causes no more tries', async () => {
    postmark().behave('unauthorized');
    const addresses = Array.from({ length: 30 }, newAddress);
    await Promise.all(addresses.map(send));
    const before = postmark().requests.length;
    const worker = start();
    await until(async () => (await worker.health()) === 'degraded');
    await send(newAddress());
    worker.wake();
    await worker.stop();
    expect(postmark().requests.length - before).toBeLessThanOrEqual(12);
    const states = await Promise.all(addresses.map(stateOf));
    expect(states.flat().every((state) => state === 'queued')).toBe(true);
  });

  it('is degraded while mail waits for the budget, and has the number of waiting mails', async () => {
    const { orm, deps } = service().with({ settings: { mailsPerHour: 2 } });
    const worker = start({ orm, settings: deps.settings });
    expect(await worker.health()).toBe('ok');
    await Promise.all([newAddress(), newAddress(), newAddress()].map(send));
    worker.wake();
    await until(async () => (await worker.queue()).held === 1);
    expect(await worker.health()).toBe('degraded');
    await service().clock.advance('30 minutes');
    await until(async () => (await worker.health()) === 'ok');
    expect((await worker.queue()).held).toBe(0);
  });

  it('does not delay new mails while retries hang', async () => {
    let hanging = 0;
    const tried = new Set<string>();
    const released = Promise.withResolvers<void>();
    const deliver = async ({ to }: Message): Promise<Delivery> => {
      if (!stuck.includes(to))
        return { outcome: 'sent', messageId: to.replaceAll(/\W/g, '-') };
      if (tried.has(to)) {
        hanging += 1;
        await released.promise;
      }
      tried.add(to);
      return { outcome: 'retry', reason: 'timed_out' };
    };
    const stuck = Array.from({ length: 20 }, newAddress);
    await Promise.all(stuck.map(send));
    const worker = start({ mailer: { deliver } });
    await until(() => tried.size === stuck.length);
    await service().clock.advance('5 seconds');
    await until(() => hanging === 4);
    const newcomers = Array.from({ length: 10 }, newAddress);
    await Promise.all(newcomers.map(send));
    worker.wake();
    await Promise.all(newcomers.map(untilSent));
    expect(hanging).toBe(4);
    released.resolve();
  });

  it('is ok while single mails fail', async () => {
    postmark().behave('inactive422');
    const email = newAddress();
    await send(email);
    const worker = start();
    await until(async () => (await stateOf(email)).includes('refused'));
    expect(await worker.health()).toBe('ok');
  });
});

describe('stopping a worker', () => {
  it('ends a pause at once, and can be repeated', async () => {
    const worker = start();
    await worker.stop();
    await worker.stop();
    const email = newAddress();
    await send(email);
    worker.wake();
    expect(await stateOf(email)).toEqual(['queued']);
  });
});

describe('a worker whose database can’t do the work', () => {
  const rename = async (from: string, to: string) =>
    statements(service().orm.em.fork()).schema.alterTable(from).renameTo(to).execute();

  it('reports that, and delivers when the database works again', async () => {
    const email = newAddress();
    await send(email);
    await rename('outbox', 'outbox_elsewhere');
    start();
    await until(() => reported.length > 0);
    await rename('outbox_elsewhere', 'outbox');
    await untilSent(email);
    expect(new Set(reported)).toEqual(new Set(['outbox']));
  });

  it('tells how long mails have not expired, although it looks for others each second', async () => {
    await rename('mail_turns', 'turns_elsewhere');
    const worker = start();
    await expect.poll(() => worker.secondsSinceSuccess()).toBeGreaterThan(2);
    await worker.stop();
    await rename('turns_elsewhere', 'mail_turns');
  });

  it('can be stopped while nothing answers', async () => {
    const orm = await openOrm({ url: 'postgresql://nobody@127.0.0.1:1/nothing' });
    const worker = start({ orm });
    await until(() => reported.length > 0);
    await worker.stop();
    expect(new Set(reported)).toEqual(new Set(['outbox']));
    await orm.close();
  });
});
