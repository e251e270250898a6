import { openOrm, type Orm } from '@namecard/db';
import { fetchJson, signIn } from '@namecard/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReplica, takingTurns } from './replicas.ts';
import { startTestService } from './testing/start-service.ts';

let orm: Orm;
let now: number;
let lines: string[];
let replica: ReturnType<typeof createReplica>;

/** A log whose lines can be read. */
const logger = () =>
  pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });

beforeAll(async () => {
  orm = await openOrm({ url: 'postgresql://127.0.0.1:1/none' });
});

afterAll(async () => orm.close());

beforeEach(() => {
  [now, lines] = [1_000, []];
  replica = createReplica(orm.em, () => now, logger());
});

describe('a replica', () => {
  it('is read for what it has replayed, and for nothing after that', () => {
    expect(replica.at(0)).toBeUndefined();
    replica.saw({ position: 500, committedAt: 999 });
    expect(replica.at(500)).toMatchObject({ replayed: 500 });
    expect(replica.at(501)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it.each<[string, () => void]>([
    [
      'lags more than 5 seconds behind',
      () => replica.saw({ position: 501, committedAt: 994.9 }),
    ],
    ['is no standby', () => replica.saw(undefined)],
    ['refused a look', () => replica.failed(new Error('refused a look'))],
    ['failed a read', () => replica.at(0)?.failed(new Error('failed a read'))],
  ])(
    'that %s is left out, which the log says once, until it is seen again',
    (reason, trouble) => {
      replica.saw({ position: 500, committedAt: 999 });
      trouble();
      expect(replica.at(0)).toBeUndefined();
      trouble();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(reason);
      replica.saw({ position: 502, committedAt: 999.5 });
      expect(replica.at(502)).toBeDefined();
      expect(lines).toHaveLength(2);
    },
  );
});

describe('several replicas', () => {
  const seenAt = (position: number) => {
    const one = createReplica(orm.em, () => now, logger());
    one.saw({ position, committedAt: now });
    return one;
  };

  it('take turns, where they have replayed enough', () => {
    const find = takingTurns([seenAt(10), seenAt(20), seenAt(30)]);
    const found = (position: number) =>
      Array.from({ length: 6 }, () => find(position)?.replayed ?? 0).toSorted(
        (a, b) => a - b,
      );
    expect(found(5)).toEqual([10, 10, 20, 20, 30, 30]);
    expect(found(15)).toEqual([20, 20, 20, 30, 30, 30]);
    expect(found(31)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe('a service', () => {
  it('whose replicas are none reads from the primary, and says why', async () => {
    const addresses =
      'postgresql://127.0.0.1:1/none,postgresql://reader:secret@127.0.0.1:2/none';
    const { origin, mailbox, service, stop } = await startTestService({
      settings: { READ_DATABASE_URL: addresses },
      logger: logger(),
    });
    const token = await signIn({ origin, mailbox }, 'ann@example.com');
    const create = { token, json: { username: 'ann', referral: '' } };
    expect((await fetchJson(`${origin}/api/v1/profiles`, create)).status).toBe(200);
    const { body } = await fetchJson(`${origin}/api/v1/profiles`, { token });
    expect(body).toMatchObject({ data: { profiles: [{ username: 'ann' }] } });
    await vi.waitFor(() => {
      const told = lines.filter((line) => line.includes('left out')).toSorted();
      expect(told).toEqual([
        expect.stringMatching(/"replica":1,"reason":".*ECONNREFUSED/),
        expect.stringMatching(/"replica":2,"reason":".*ECONNREFUSED/),
      ]);
    });
    expect(lines.join('')).not.toContain('secret');
    expect(service.parts.deps.replicas?.find(0)).toBeUndefined();
    await stop();
  });
});
