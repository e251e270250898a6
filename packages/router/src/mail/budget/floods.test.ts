import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  deliverAll,
  emptyOutbox,
  sendFrom,
  useUpMailsOf,
  useUpMailsOfAll,
} from '../../testing/mail.ts';
import { newAddress } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import { expireMails } from '../mails.sql.ts';

const service = useService();

const minute = 60;

/** One request per connection at a time. More might wait too long. */
const together = 20;

async function askTimes(count: number, ipOf: (index: number) => string): Promise<void> {
  for (let asked = 0; asked < count; asked += together) {
    const now = Math.min(together, count - asked);
    await Promise.all(
      Array.from({ length: now }, async (_, index) =>
        sendFrom(service(), ipOf(asked + index)),
      ),
    );
  }
}

/** Lets time pass, one token per step, and delivers, until the address is mailed. */
async function secondsUntilMailed(email: string, most: number): Promise<number> {
  for (let seconds = 0; seconds <= most; seconds += 1.8) {
    if ((await deliverAll(service())).includes(email)) return seconds;
    await service().clock.advance('1.8 seconds');
  }
  return Number.POSITIVE_INFINITY;
}

const newcomerWaits = async (ip: string, most = 20) =>
  secondsUntilMailed(await sendFrom(service(), ip), most);

/** Delivers all that may leave and drops late mail, like a worker after a pause. */
async function letPass(seconds: number): Promise<void> {
  await service().clock.advance(seconds * 1_000);
  await expireMails(service().orm.em.fork());
  await deliverAll(service());
}

beforeEach(async () => {
  await emptyOutbox(service());
  await service().clock.advance('1 hour');
});

describe('a newcomer in another network gets a code within 10 s', () => {
  it.each([
    [
      'after 60 addresses from each of two networks',
      120,
      (index: number) => `192.0.${index % 2}.1`,
    ],
    [
      'after 60 addresses from the networks of one allocation',
      60,
      (index: number) => `2001:db8:${index.toString(16)}::1`,
    ],
  ])('%s, when the saved mails of all have left', async (_what, count, ipOf) => {
    await useUpMailsOfAll(service());
    await askTimes(count, ipOf);
    expect(await newcomerWaits('203.0.113.1')).toBeLessThanOrEqual(10);
    expect(await newcomerWaits('198.51.100.1')).toBeLessThanOrEqual(10);
  });

  it('each time, and one beside an attacker within 4 minutes, while 40 networks of 40 allocations ask all the time', async () => {
    const networks = Array.from({ length: 40 }, (_, index) => `10.${index}.0.1`);
    // A mail waits 10 minutes at most, so nothing changes after them.
    for (let passed = 0; passed < 12; passed += 1) {
      await Promise.all(networks.map(async (ip) => sendFrom(service(), ip)));
      await letPass(minute);
    }
    for (const number of [1, 2]) {
      expect(await newcomerWaits(`203.0.${number}.1`)).toBeLessThanOrEqual(10);
      const beside = await newcomerWaits(`10.${number}.0.2`, 300);
      expect(beside).toBeLessThanOrEqual(4 * minute);
    }
  });
});

it('a newcomer gets a code within 2 minutes while another IP address of the network asks all the time', async () => {
  await useUpMailsOf('192.0.2.1', service());
  // A mail waits 10 minutes at most, so nothing changes after them.
  for (let passed = 0; passed < 12; passed += 1) {
    await askTimes(12, () => '192.0.2.1');
    await letPass(minute);
  }
  expect(await newcomerWaits('192.0.2.2', 300)).toBeLessThanOrEqual(2 * minute);
});

describe('a held network that asks for somebody’s address all day', () => {
  const attacker = '192.0.2.1';

  /** Whether the address got a mail with a long code valid for half an hour. */
  const hasCode = async (email: string) => {
    const { rows } = await sql`
      select from outbox o join challenges c on c.id = o.challenge_id
      where o.recipient = ${email} and o.state = 'sent' and c.created_at >= current_instant() - interval '30 minutes 10 seconds'
    `.execute(statements(service().orm.em.fork()));
    return rows.length > 0;
  };

  it.each([
    ['', async () => {}],
    [
      ', also while mail waits for the budget of all',
      async () => useUpMailsOfAll(service()),
    ],
  ])(
    'does not stop a code for the owner, who asks from elsewhere%s',
    async (_when, useUp) => {
      const email = newAddress();
      const ask = async (ip: string) =>
        service().as(undefined, { ip }).auth.sendCode({ email });
      await useUpMailsOf(attacker, service());
      await askTimes(1, () => attacker);
      const had: boolean[] = [];
      // The owner's mails come every half hour after the first, so each hour is alike.
      for (let hour = 0; hour < 4; hour += 1) {
        for (let times = 0; times < 5; times += 1) {
          // More than the nine tokens of this time.
          await askTimes(12, () => attacker);
          await ask(attacker);
          await letPass(9 * minute);
        }
        await useUp();
        await ask(attacker);
        await deliverAll(service());
        await ask('203.0.113.1');
        await ask(attacker);
        for (let steps = 0; steps < 5; steps += 1) {
          await ask(attacker);
          await letPass(2);
        }
        had.push(await hasCode(email));
      }
      expect(had).toEqual(had.map(() => true));
    },
  );
});
