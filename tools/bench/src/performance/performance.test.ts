import { once } from 'node:events';
import { createServer } from 'node:http';
import { openOrm, statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { makeDataDirectory } from '@namecard/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ratiosOf } from './targets.ts';
import { openDatabases } from './database.ts';
import { load } from './load.ts';
import type { Measurement } from './measure.ts';
import { readOptions } from './options.ts';
import { requestsOf, zipfPages } from './requests.ts';
import { tables } from './report.ts';
import { measureAll } from './rounds.ts';
import { startSide } from './side.ts';
import { signIn } from './sign-in.ts';
import { tap } from './statements.ts';

/** A server that answers every request with the status, the first after a while, and counts them. */
async function startCounting(status: number, stall = 0) {
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    setTimeout(
      () => response.writeHead(status, { 'content-length': 2 }).end('{}'),
      answered === 1 ? stall : 0,
    );
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
    const plan = { ...readingOneself, size: 200, seconds: 0, amount: 100, callers: 10 };
    const result = await load({ ...plan, origins: [server.origin] });
    expect(result.requests).toBe(100);
    expect(result.latencies).toHaveLength(100);
    expect(server.answered()).toBe(100);
  });

  it('refuses to measure a server that refuses', async () => {
    await using server = await startCounting(503);
    const plan = { ...readingOneself, size: 200, seconds: 0, amount: 20, callers: 10 };
    await expect(load({ ...plan, origins: [server.origin] })).rejects.toThrow(
      '20 of 20 requests',
    );
  });

  it('spreads callers over instances', async () => {
    await using one = await startCounting(200);
    await using other = await startCounting(200);
    const plan = { ...readingOneself, size: 200, seconds: 0, amount: 100, callers: 2 };
    await load({ ...plan, origins: [one.origin, other.origin] });
    expect(one.answered() + other.answered()).toBe(100);
    expect(Math.min(one.answered(), other.answered())).toBeGreaterThan(10);
  });

  it('at a rate counts latency from when a request was due, so that a stall costs all who were to ask', async () => {
    await using server = await startCounting(200, 500);
    const plan = { ...readingOneself, size: 200, seconds: 1, rate: 100, callers: 1 };
    const { requests, latencies } = await load({ ...plan, origins: [server.origin] });
    expect(requests).toBe(100);
    expect(server.answered()).toBe(100);
    // Of the 50 that were due during the stall, the last ones waited for least.
    expect(latencies.filter((latency) => latency > 100).length).toBeGreaterThan(30);
    expect(Math.max(...latencies)).toBeGreaterThan(490);
  });
});

describe('the pages', () => {
  it('by Zipf’s law are asked for the less the later they are', () => {
    const drawn = zipfPages(1_000);
    const share = (page: number) =>
      drawn.filter((one) => one === page).length / drawn.length;
    // The sum of 1 / n up to 1,000 is 7.485.
    expect(share(1)).toBeCloseTo(1 / 7.485, 1);
    expect(share(1) / share(2)).toBeGreaterThan(1.6);
    expect(share(1) / share(2)).toBeLessThan(2.4);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(1_000);
  });

  it('that are different are a thousand', () => {
    const asking = {
      workload: 'different pages' as const,
      size: 20_000,
      people: [person],
    };
    const paths = requestsOf('service', asking).map((make) => make().path);
    expect(new Set(paths).size).toBe(1_000);
    expect(paths).toHaveLength(1_000);
  });
});

describe('signing in', () => {
  const database = useTestDatabase();

  it('signs every new user in, once, with the code that was mailed', async () => {
    const { url, orm } = database();
    const side = await startSide('service', url);
    try {
      const { together } = await signIn(side, url, { users: 20, callers: 10 });
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
    const ask = async (em: typeof orm.em) =>
      sql`select ${1}::int`.execute(statements(em));
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

describe('a run', () => {
  const shape = [
    '--sizes',
    '200',
    '--peers',
    'itself',
    '--callers',
    '2',
    '--rate',
    'full,100',
  ];
  const workloads = ['--workloads', 'Zipf pages,sign-in', '--instances', '2'];
  const brief = [
    '--pairs',
    '1',
    '--seconds',
    '0.1',
    '--warm-up',
    '0.1',
    '--sign-ins',
    '10',
  ];

  it(
    'measures two instances beside two others, after their answers were the same',
    { timeout: 180_000 },
    async () => {
      const options = readOptions([...shape, ...brief, ...workloads]);
      await using directory = await makeDataDirectory();
      const databases = await openDatabases(directory.path);
      const known: number[] = [];
      try {
        const results = await measureAll(databases, options, ({ measurements }) => {
          known.push(measurements.length);
        });
        // Two workloads at two rates, a pair of each.
        expect(results.measurements).toHaveLength(8);
        expect(known).toEqual([2, 4, 6, 8]);
        expect(
          Math.min(...results.measurements.map(({ perSecond }) => perSecond)),
        ).toBeGreaterThan(0);
        expect(tables(results, options)).toContain(
          '| 200 | sign-in | 2 | 100 | itself | p99 |',
        );
      } finally {
        await databases.close();
      }
    },
  );

  it('cannot be told half of what nobody does', () => {
    expect(() => readOptions(shape)).not.toThrow();
    expect(() => readOptions([...shape, '--rate', 'half'])).toThrow('Half is half');
  });
});

describe('the figures', () => {
  const options = readOptions(['--peers', 'hand-written']);
  const asked = {
    size: 1_000,
    workload: 'read oneself',
    callers: 20,
    rate: 'full',
  } as const;
  const figure = (
    side: Measurement['side'],
    pair: number,
    perSecond: number,
  ): Measurement => ({
    ...asked,
    side,
    pair,
    perSecond,
    median: 1,
    p99: 2,
    cpu: 100,
    memory: 50,
    busy: 1,
  });
  const measurements = [1, 2, 3, 4, 5, 6].flatMap((pair) => [
    figure('hand-written', pair, 1_000),
    figure('service', pair, 1_300 + 50 * pair),
  ]);

  it('are compared pair by pair, and judged by the median and its interval', () => {
    // The last pair is not whole yet.
    const [rate] = ratiosOf([...measurements, figure('service', 7, 9_000)], options);
    expect(rate).toMatchObject({
      ...asked,
      peer: 'hand-written',
      what: 'rate',
      pairs: 6,
    });
    expect(rate?.interval).toEqual({
      ratio: expect.closeTo(1.475, 2),
      low: 1.35,
      high: 1.6,
    });
    expect(rate).toMatchObject({ target: '≥ 1.4', verdict: 'kept, not surely' });
  });

  it('are judged by the tail at a rate, and by the median of one caller', () => {
    const steady = measurements.map((one) => ({ ...one, rate: 'half' as const }));
    expect(ratiosOf(steady, options)).toMatchObject([
      { what: 'p50', target: '' },
      { what: 'p99', target: '≤ 1.1', verdict: 'kept' },
    ]);
    const alone = measurements.map((one) => ({ ...one, callers: 1 }));
    expect(ratiosOf(alone, options)).toMatchObject([
      { what: 'rate', target: '' },
      { what: 'p50', target: '≤ 1.1', verdict: 'kept' },
    ]);
  });

  it('are all told in the tables', () => {
    const text = tables({ measurements, statements: [] }, options);
    expect(text).toContain(
      '| 1000 | read oneself | 20 | full | hand-written | 1000 (1000–1000) | 1.00 | 2.00 | 100 | 50 |',
    );
  });
});
