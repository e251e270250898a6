import { type Executor, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { errorHeaders } from '../answers.ts';
import { appRouter } from '../root.ts';
import { untilBlocked } from '../testing/blocked.ts';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import { newAddress, newIp } from '../testing/people.ts';
import { mailsTo, rowsOf } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { countRequest, uncount } from './limits.sql.ts';
import { rangesOf } from './networks.ts';

const service = useService();
const refused = 'TOO_MANY_REQUESTS RATE_LIMITED';
const wrong = 'UNAUTHORIZED CODE_INVALID';

const from = (ip: string, by: TestService = service()) => by.as(undefined, { ip });
const send = async (ip: string, by?: TestService) =>
  outcome(from(ip, by).auth.sendCode({ email: newAddress() }));

const guess = async (ip: string) =>
  outcome(from(ip).auth.verifyCode({ email: 'ann@example.com', otp: '?' }));

/** Counts so many requests more. */
async function countMore(action: 'send' | 'verify', ip: string, hits: number) {
  const { address } = rangesOf(ip);
  const key = service().deps.hashes.of('limits', `${action} ${address}`);
  await sql`update rate_limits set hits = hits + ${hits} where key = ${key}`.execute(
    statements(service().orm.em.fork()),
  );
}

/** Low limits, so that a test can reach even ten times as many. */
const atMost = (count: number) =>
  service().with({ settings: { sendPerIp: count, verifyPerIp: count } });

describe('an IP address', () => {
  it('may ask 1000 times in an hour', async () => {
    const ip = newIp();
    expect(await send(ip)).toBe('done');
    await countMore('send', ip, 998);
    expect([await send(ip), await send(ip)]).toEqual(['done', refused]);
  });

  it('may guess 3000 times in an hour', async () => {
    const ip = newIp();
    expect(await guess(ip)).toBe(wrong);
    await countMore('verify', ip, 2998);
    expect([await guess(ip), await guess(ip)]).toEqual([wrong, refused]);
  });

  it('may still guess if it has asked too often, and the other way round', async () => {
    const ip = newIp();
    const by = atMost(1);
    expect([await send(ip, by), await send(ip, by)]).toEqual(['done', refused]);
    const guessed = { email: newAddress(), otp: '123456' };
    expect(await outcome(from(ip, by).auth.verifyCode(guessed))).toBe(wrong);
    expect(await outcome(from(ip, by).auth.verifyCode(guessed))).toBe(refused);
  });

  it('is counted separately from others', async () => {
    const by = atMost(1);
    const ip = newIp();
    expect([await send(ip, by), await send(ip, by)]).toEqual(['done', refused]);
    expect(await send(newIp(), by)).toBe('done');
  });

  it('is refused before anything is done', async () => {
    const by = atMost(1);
    const ip = newIp();
    await send(ip, by);
    const email = newAddress();
    await outcome(from(ip, by).auth.sendCode({ email }));
    expect(await mailsTo(service(), email)).toEqual([]);
  });

  it('is counted exactly when 30 requests race over two instances', async () => {
    const [one, other] = [atMost(10), atMost(10)];
    const ip = newIp();
    const results = await raceTogether(30, async (index) =>
      from(ip, index % 2 === 0 ? one : other).auth.sendCode({ email: newAddress() }),
    );
    expect(endingsOf(results)).toEqual({ done: 10, [refused]: 20 });
  });

  it('is counted for every call of a batch', async () => {
    const by = atMost(4);
    const ip = newIp();
    const calls = Array.from({ length: 10 }, () => 'auth.sendCode');
    const inputs = Object.fromEntries(
      calls.map((_, index) => [index, { email: newAddress() }]),
    );
    const request = new Request(`http://127.0.0.1/trpc/${calls.join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(inputs),
    });
    const response = await fetchRequestHandler({
      req: request,
      endpoint: '/trpc',
      router: appRouter,
      allowBatching: true,
      createContext: () => by.context(undefined, { ip }),
    });
    const text = await response.text();
    expect(text.match(/"result"/g)).toHaveLength(4);
    expect(text.match(/"RATE_LIMITED"/g)).toHaveLength(6);
  });

  it('is not counted and not stored if the limit is off', async () => {
    const before = await rowsOf(service(), 'rate_limits');
    await raceTogether(5, async () => send(newIp(), atMost(0)));
    expect(await rowsOf(service(), 'rate_limits')).toEqual(before);
  });
});

describe('the hour of an IP address', () => {
  it('begins with its first request, and Retry-After says when it is over', async () => {
    const by = atMost(1);
    const ip = newIp();
    const secondsLeft = async () => {
      const error = await errorOf(from(ip, by).auth.sendCode({ email: newAddress() }));
      return errorHeaders(error)['retry-after'];
    };
    expect(await send(ip, by)).toBe('done');
    expect(await secondsLeft()).toBe('3600');
    await service().clock.advance('20 minutes 1 microsecond');
    expect(await secondsLeft()).toBe('2400');
    await service().clock.advance('39 minutes 59.999998 seconds');
    expect(await secondsLeft()).toBe('1');
    await service().clock.advance('1 microsecond');
    expect(await send(ip, by)).toBe('done');
    expect(await secondsLeft()).toBe('3600');
  });

  it('is not prolonged by refused requests', async () => {
    const by = atMost(1);
    const ip = newIp();
    await send(ip, by);
    await service().clock.advance('59 minutes');
    expect(await send(ip, by)).toBe(refused);
    await service().clock.advance('1 minute');
    expect(await send(ip, by)).toBe('done');
  });
});

describe('an IPv6 address', () => {
  it('is counted with its whole network of 64 bits, however it is written', async () => {
    const by = atMost(1);
    expect(await send('2001:db8:1:1::1', by)).toBe('done');
    expect(await send('2001:DB8:0001:1:ffff::', by)).toBe(refused);
    expect(await send('2001:db8:1:1:0:0:0:2%eth0', by)).toBe(refused);
    expect(await send('2001:db8:1:2::1', by)).toBe('done');
  });

  it('shares ten times the limit with its network of 48 bits', async () => {
    const by = atMost(2);
    const customers = Array.from({ length: 10 }, (_, index) => `2001:db8:2:${index}::1`);
    for (const ip of [...customers, ...customers]) {
      expect(await send(ip, by)).toBe('done');
    }
    expect(await send('2001:db8:2:ffff::1', by)).toBe(refused);
    expect(await send('2001:db8:3::1', by)).toBe('done');
  });

  it('is not charged for refused requests of one customer in it', async () => {
    const by = atMost(2);
    for (let call = 0; call < 30; call += 1) {
      await send('2001:db8:4:1::1', by);
    }
    expect(await send('2001:db8:4:2::1', by)).toBe('done');
  });

  it('that contains an IPv4 address counts as that IPv4 address', async () => {
    const by = atMost(1);
    const ip = newIp();
    expect(await send(`::ffff:${ip}`, by)).toBe('done');
    expect(await send(ip, by)).toBe(refused);
  });
});

it.each([
  ['a count', async (em: Executor) => countRequest(em, { key: 'one', hours: 1 })],
  ['taking it back', async (em: Executor) => uncount(em, { key: 'one' })],
])('%s does not wait for the disk', async (_, write) => {
  await service()
    .orm.em.fork()
    .transactional(async (em) => {
      await sql`set local synchronous_commit = on`.execute(statements(em));
      await write(em);
      const { rows } = await sql`show synchronous_commit`.execute(statements(em));
      expect(rows).toEqual([{ synchronous_commit: 'off' }]);
    });
});

describe('a count that fails', () => {
  it.each(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
    'is answered with 503 and Retry-After, and lets nothing through (%s)',
    async (end) => {
      const email = newAddress();
      const error = await withCountStuck(end, async () =>
        errorOf(from(newIp()).auth.sendCode({ email })),
      );
      expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' });
      expect(Number(errorHeaders(error)['retry-after'])).toBeGreaterThan(0);
      expect(await mailsTo(service(), email)).toEqual([]);
    },
  );
});

/** Runs the call while counting is locked. Cancels its statement when it waits. */
async function withCountStuck<Result>(
  end: 'pg_cancel_backend' | 'pg_terminate_backend',
  call: () => Promise<Result>,
): Promise<Result> {
  return statements(service().orm.em)
    .transaction()
    .execute(async (holder) => {
      await sql`lock table rate_limits in access exclusive mode`.execute(holder);
      const calling = call();
      await untilBlocked(service().orm.em.fork(), 1);
      await sql`
        select ${sql.raw(end)}(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(holder);
      return calling;
    });
}
