import type { Delivery } from '@namecard/email';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyOutbox, mailDeps, usePostmark } from '../testing/mail.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { silentTelemetry } from '../testing/settings.ts';
import { useService } from '../testing/use-service.ts';
import { type OutboxWorker, startOutbox } from './outbox.ts';
import { readQueue } from './trouble.sql.ts';

const service = useService();
const postmark = usePostmark();

let deliveries: [Delivery['outcome'], number | undefined][] = [];
let sent: string[] = [];
let worker: OutboxWorker | undefined;

const start = () => {
  worker = startOutbox({
    ...mailDeps(service(), postmark()),
    telemetry: {
      ...silentTelemetry,
      delivered: ({ outcome }, seconds) => deliveries.push([outcome, seconds]),
      event: (event, { address }) => sent.push(`${event} ${address}`),
    },
    onUnexpected: () => {},
  });
  return worker;
};

const send = async (email: string) => service().as().auth.sendCode({ email });

beforeEach(async () => {
  await emptyOutbox(service());
  [deliveries, sent] = [[], []];
});
afterEach(async () => worker?.stop());

describe('operators get a report', () => {
  it('of the time a mail took since it was due, and of its recipient’s kind', async () => {
    const { email } = await signIn(service());
    await emptyOutbox(service());
    await send(email);
    await service().clock.advance('7 seconds');
    start();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    expect(deliveries).toEqual([['sent', 7]]);
    expect(sent).toEqual([`code_sent ${email}`]);
  });

  it('of no delay while the budget held a mail, and of what the provider takes after that', async () => {
    await send(newAddress());
    await service().clock.advance('7 minutes');
    postmark().behave('500');
    start();
    await expect.poll(() => deliveries.length).toBeGreaterThan(0);
    // The later try must succeed: the clock stands still, so no other would follow.
    await worker?.stop();
    await service().clock.advance('90 seconds');
    expect((await readQueue(service().orm.em)).oldest).toBe(90);
    postmark().behave('ok');
    start();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    expect(deliveries.at(-1)).toEqual(['sent', 90]);
  });

  it('of each failed try', async () => {
    postmark().behave('unauthorized');
    await send(newAddress());
    start();
    await expect.poll(() => deliveries.length).toBeGreaterThan(0);
    expect(deliveries).toEqual([['misconfigured', undefined]]);
    expect(sent).toEqual([]);
  });

  it('of the number of waiting mails, and of the age of the oldest one not held', async () => {
    const { email } = await signIn(service());
    await emptyOutbox(service());
    await send(newAddress());
    await service().clock.advance('10 minutes');
    await send(email);
    await service().clock.advance('90 seconds');
    expect(await readQueue(service().orm.em)).toMatchObject({ queued: 2, oldest: 90 });
  });
});
