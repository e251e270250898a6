import { once } from 'node:events';
import { createServer } from 'node:http';
import { openOrm, statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { percentile } from '@namecard/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { checkTargets } from './targets.ts';
import { load } from './load.ts';
import type { Measurement } from './measure.ts';
import { readOptions } from './options.ts';
import { plot } from './plot.ts';
import { tables } from './report.ts';
import { startSide } from './side.ts';
import { signIn } from './sign-in.ts';
import { tap } from './statements.ts';
import { spreadOf } from './statistics.ts';
import { cpuSeconds } from './usage.ts';

/** A server that answers every request with the status and counts them. */
async function startCounting(status: number) {
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    answered: () => answered,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const person = { token: 'nc_made-up', userId: 'nobody', username: 'nobody' };

const readingOneself = {
  side: 'service',
  kind: 'workload',
  workload: 'read oneself',
  people: Array.from({ length: 10 }, () => person),
} as const;

describe('the load', () => {
  it('tells as many requests, and latencies, as the server answered', async () => {
    await using server = await startCounting(200);
    const plan = { ...readingOneself, size: 200, seconds: 0, amount: 100, connections: 10 };
    const result = await load({ ...plan, origin: server.origin });
    expect(result.requests).toBe(100);
    expect(result.latencies).toHaveLength(100);
    expect(server.answered()).toBe(100);
  });

  it('refuses to measure a server that refuses', async () => {
    await using server = await startCounting(503);
    const plan = { ...readingOneself, size: 200, seconds: 0, amount: 20, connections: 10 };
    await expect(load({ ...plan, origin: server.origin })).rejects.toThrow('20 of 20 requests');
  });
});

describe('signing in', () => {
  const database = useTestDatabase();

  it('signs every new user in, once, with the code that was mailed', async () => {
    const { url, orm } = database();
    const side = await startSide('service', url);
    try {
      const { together } = await signIn(side, url, { users: 20, connections: 10 });
      expect(together.requests).toBe(20);
      expect(together.latencies).toHaveLength(40);
    } finally {
      await side.stop();
    }
    const { rows } = await sql`
      select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
        (select count(*)::int from outbox where state = 'sent') as mails
    `.execute(statements(orm.em.fork()));
    expect(rows).toEqual([{ users: 20, sessions: 20, mails: 20 }]);
  });

  it('counts every statement and every commit that the database is sent', async () => {
    const wire = await tap(database().url);
    const orm = await openOrm({ url: wire.url, poolSize: 1 });
    const ask = async (em: typeof orm.em) => sql`select ${1}::int`.execute(statements(em));
    // The first transaction also looks whether the database is there.
    await orm.em.fork().transactional(ask);
    const before = { ...wire.counted };
    await ask(orm.em.fork());
    await ask(orm.em.fork());
    await orm.em.fork().transactional(async (em) => {
      await ask(em);
      await ask(em);
    });
    await orm.close();
    wire.close();
    // Two by themselves; two between a beginning and an end.
    expect(wire.counted.statements - before.statements).toBe(6);
    expect(wire.counted.transactions - before.transactions).toBe(3);
  });
});

describe('the figures', () => {
  it('take percentiles by the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(values, 0.5), percentile(values, 0.99)]).toEqual([50, 99]);
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, lowest: 1, highest: 3 });
  });

  it('read the CPU that a process has used as it tells itself', () => {
    const began = { own: process.cpuUsage(), read: cpuSeconds(process.pid) };
    for (let number = 0; number < 30_000_000; number += 1) {
      Math.hypot(number, number);
    }
    const { user, system } = process.cpuUsage(began.own);
    const read = cpuSeconds(process.pid) - began.read;
    expect(Math.abs(read - (user + system) / 1_000_000)).toBeLessThan(0.1);
  });

  const options = readOptions(['--sizes', '1000', '--workloads', 'read oneself']);
  const figure = (side: Measurement['side'], round: number, perSecond: number): Measurement => ({
    size: 1_000,
    workload: 'read oneself',
    side,
    round,
    perSecond,
    median: 1,
    p99: 2,
    cpu: 100,
    memory: 50,
    busy: 1,
  });
  const measurements = [
    figure('service', 1, 600),
    figure('hand-written', 1, 1_000),
    figure('hand-written', 2, 1_000),
    figure('service', 2, 800),
    figure('hand-written', 3, 500),
    figure('service', 3, 450),
  ];

  it('are compared round by round, and checked by the median', () => {
    const [ratio] = checkTargets(measurements, options);
    expect(ratio).toEqual({
      what: '1000 profiles, read oneself: service / hand-written',
      spread: { median: 0.8, lowest: 0.6, highest: 0.9 },
      target: '≥ 0.7',
      kept: true,
    });
  });

  it('are all told in the tables and the plot', () => {
    const text = tables({ measurements, statements: [] }, options);
    expect(text).toContain(
      '| 1000 | read oneself | service | 600 (450–800) | 1.00 | 2.00 | 100 | 50 |',
    );
    expect(plot(measurements, options)).toContain('1000/s');
  });
});
