import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AppRouter } from '@namecard/router';
import { signIn } from '@namecard/testing';
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';
import { fillPage } from '../testing/fill-page.ts';
import { failureOf, trpcClient } from '../testing/trpc-client.ts';

const logged: string[] = [];
const service = useService({
  settings: { METRICS: 'true' },
  logger: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
});
let token: string;

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
});

const streaming = (headers: Record<string, string> = {}) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchStreamLink({
        url: `${service().origin}/trpc`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        maxItems: 10,
      }),
    ],
  });

/**
 * Blocks everything that counts profiles during `work`: a list counts, a single
 * profile does not. A call waits five seconds for a lock.
 */
const whileCountsWait = (work: () => Promise<void>): Promise<void> =>
  service()
    .service.parts.orm.em.fork()
    .transactional(async (holder) => {
      await holder.execute('lock table profile_segments in access exclusive mode');
      await work();
    });

describe('thirty calls of all kinds', () => {
  it('are answered in the order in which they end, errors with their reasons', async () => {
    const client = streaming();
    const order: string[] = [];
    const reasons = new Set<string | undefined>();
    const note = async <Result>(name: string, call: Promise<Result>): Promise<Result> => {
      const result = await call;
      order.push(name);
      return result;
    };
    let slow: Promise<unknown> = Promise.resolve();
    await whileCountsWait(async () => {
      slow = note('list', client.profiles.list.query());
      const others = Array.from({ length: 29 }, async (_, number) => {
        if (number % 3 === 0) return note('me', client.users.me.query());
        if (number % 3 === 1) {
          const worldId = `world-${number}`;
          return note(worldId, client.users.updateMe.mutate({ worldId }));
        }
        const username = `nobody-${number}`;
        const failure = note(
          username,
          failureOf(client.profiles.read.query({ username })),
        );
        reasons.add((await failure).data?.reason);
        return failure;
      });
      await Promise.all(others);
      expect(order).toHaveLength(29);
    });
    await slow;
    expect(order.at(-1)).toBe('list');
    expect([...reasons]).toEqual(['PROFILE_NOT_FOUND']);
  });
});

describe('an aborted stream', () => {
  it('begins no further call, and its running calls are not failures', async () => {
    const client = streaming();
    const { orm } = service().service.parts;
    await client.profiles.create.mutate({ username: 'taken', referral: 'by us' });
    const abort = new AbortController();
    const { signal } = abort;
    const waitsForRow = async () =>
      Number(
        (
          await orm.em.execute<{ count: string }[]>(
            `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        )[0]?.count,
      );
    let calls: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await orm.em.fork().transactional(async (holder) => {
      await holder.execute('lock table profiles in access exclusive mode');
      calls = Promise.allSettled(
        Array.from({ length: 10 }, (_, number) =>
          client.profiles.create.mutate(
            // The first two are refused and release their turns.
            { username: number < 2 ? 'taken' : `aborted-${number}`, referral: '' },
            { signal },
          ),
        ),
      );
      await expect.poll(waitsForRow).toBeGreaterThan(0);
      abort.abort();
      await calls;
    });
    expect((await calls).map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 'rejected'),
    );
    await expect.poll(waitsForRow).toBe(0);
    const mine = await trpcClient(service().origin, token).profiles.mine.query();
    expect(mine.data.profiles.map(({ username }) => username)).toEqual(['taken']);
    expect(logged).toEqual([]);
  });
});

describe('large answers', () => {
  let owner: string;

  beforeAll(async () => {
    owner = await signIn(service(), 'large@example.com');
    await fillPage(service(), 'large@example.com');
  });

  const unsent = async () => {
    const page = await (await fetch(`${service().origin}/metrics`)).text();
    return Number(/^namecard_unsent_bytes (\d+)/m.exec(page)?.[1]);
  };

  /**
   * A client that asks for ten pages of two million bytes each and reads nothing.
   */
  function askForTen(): Promise<IncomingMessage> {
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    const path = numbers.map(() => 'profiles.mine').join(',');
    const inputs = Object.fromEntries(numbers.map((number) => [number, { limit: 100 }]));
    const input = encodeURIComponent(JSON.stringify(inputs));
    const request = get(`${service().origin}/trpc/${path}?batch=1&input=${input}`, {
      headers: {
        authorization: `Bearer ${owner}`,
        'trpc-accept': 'application/jsonl',
        'accept-encoding': 'br, gzip',
      },
      agent: false,
    });
    return new Promise((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
  }

  it('count until their client has read them, and are never compressed', async () => {
    const response = await askForTen();
    response.pause();
    expect(response.headers['content-encoding']).toBeUndefined();
    // Ten pages of 1.6 million bytes.
    await expect.poll(unsent).toBeGreaterThan(15_000_000);
    expect((await text(response)).match(/"username":"p99"/g)).toHaveLength(10);
    await expect.poll(unsent).toBe(0);
  });

  it('do not block other requests of the same account', async () => {
    const response = await askForTen();
    response.pause();
    await expect.poll(unsent).toBeGreaterThan(1_000_000);
    const { data } = await trpcClient(service().origin, owner).users.me.query();
    expect(data.user.email).toBe('large@example.com');
    response.destroy();
    await expect.poll(unsent).toBe(0);
  });
});
