import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { batchedWrite, lockIfFree, lockNewIfFree } from './batched-write.ts';
import { type Executor, statements } from './database.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

describe('writes', () => {
  const limits = batchedWrite<{ key: string }, { key: string; hits: number }>({
    columns: 'key text',
    lockIfFree: lockIfFree('rate_limits', 'key', 'key'),
    statement: sql`
      update rate_limits set hits = hits + 1 from chosen where rate_limits.key = chosen.key
      returning rate_limits.key, hits
    `,
    keyOf: ({ key }) => key,
    keyOfRow: ({ key }) => key,
  });

  it('wait only for their own rows, even if many others wait', async () => {
    const { em } = database().orm;
    await sql`
      insert into rate_limits (key, ends_at, hits)
      select name || n, current_instant(), 0 from generate_series(1, 5) n, unnest(array['held', 'free']) name
    `.execute(statements(em));
    const held: Promise<{ hits: number } | undefined>[] = [];
    await em.transactional(async (inside) => {
      await sql`select from rate_limits where key like 'held%' for update`.execute(
        statements(inside),
      );
      for (const n of [1, 2, 3, 4, 5]) {
        held.push(limits.together(em, { key: `held${n}` }));
        await endOfTurn();
      }
      const free = [1, 2, 3, 4, 5].map(async (n) =>
        limits.together(em, { key: `free${n}` }),
      );
      expect((await Promise.all(free)).map((row) => row?.hits)).toEqual([1, 1, 1, 1, 1]);
    });
    expect((await Promise.all(held)).map((row) => row?.hits)).toEqual([1, 1, 1, 1, 1]);
  });

  it('of one row are all done, and return nothing without a row', async () => {
    const { em } = database().orm;
    const writes = Array.from({ length: 30 }, async () =>
      limits.together(em, { key: 'free1' }),
    );
    const hits = (await Promise.all(writes)).map((row) => row?.hits ?? 0);
    expect(new Set(hits).size).toBe(30);
    expect(await limits.together(em, { key: 'none' })).toBeUndefined();
  });
});

describe('a row that a batch is adding', () => {
  const mayAdd = async (em: Executor, key: string) => {
    const { rows } = await sql<{ mayAdd: boolean }>`
      select ${lockNewIfFree('addresses', sql`${key}::text`)} as "mayAdd"
    `.execute(statements(em));
    return rows[0]?.mayAdd;
  };

  it('can’t be added by another call before the batch ends', async () => {
    const { em } = database().orm;
    await em.transactional(async (inside) => {
      expect(await mayAdd(inside, 'ann@example.com')).toBe(true);
      expect(await mayAdd(em.fork(), 'ann@example.com')).toBe(false);
      expect(await mayAdd(em.fork(), 'ben@example.com')).toBe(true);
    });
    expect(await mayAdd(em.fork(), 'ann@example.com')).toBe(true);
  });
});
