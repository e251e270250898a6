import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { useTestDatabase } from './testing.ts';
import { lookedUpTogether } from './batch.ts';

const database = useTestDatabase();

/**
 * Looks numbers up and records the batches. A key that is no number fails the
 * whole statement.
 */
function numbers() {
  const asked: (readonly string[])[] = [];
  const find = lookedUpTogether(async (em, keys) => {
    asked.push(keys);
    const { rows } = await sql<{ key: string; value: number }>`
      select key, key::int as value from unnest(${keys}::text[]) as asked (key) where key <> '0'
    `.execute(statements(em));
    return new Map(rows.map(({ key, value }) => [key, value]));
  });
  return { find, asked };
}

const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index + 1));

describe('look-ups', () => {
  it('start at once while fewer than two run; waiting ones run together', async () => {
    const asked: (readonly string[])[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const find = lookedUpTogether(async (_, some) => {
      asked.push(some);
      await released;
      return new Map(some.map((key) => [key, key]));
    });
    const found: Promise<string | undefined>[] = [];
    for (const key of keys(30)) {
      found.push(find(database().orm.em, key));
      await endOfTurn();
    }
    expect(asked).toEqual([['1'], ['2']]);
    release();
    expect(await Promise.all(found)).toEqual(keys(30));
    expect(asked).toEqual([['1'], ['2'], keys(30).slice(2)]);
  });

  it('of one turn of the event loop run together', async () => {
    const { find, asked } = numbers();
    const { em } = database().orm;
    await Promise.all(keys(30).map(async (key) => find(em, key)));
    expect(asked.map(({ length }) => length)).toEqual([30]);
  });

  it('run in batches of a hundred', async () => {
    const { find, asked } = numbers();
    const { em } = database().orm;
    await Promise.all(keys(240).map(async (key) => find(em, key)));
    expect(Math.max(...asked.map(({ length }) => length))).toBe(100);
  });

  it('find nothing for one key, and still find the others', async () => {
    const { find } = numbers();
    const { em } = database().orm;
    const found = await Promise.all(
      ['1', '2', '0', '3', '3'].map(async (key) => find(em, key)),
    );
    expect(found).toEqual([1, 2, undefined, 3, 3]);
  });

  it('fail alone if only one of them is wrong', async () => {
    const { find } = numbers();
    const { em } = database().orm;
    const asked = ['1', '2', '3', 'none', '4'].map(async (key) => find(em, key));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it('fail together, after one try, if the database can’t be used', async () => {
    const sent: number[] = [];
    const find = lookedUpTogether(async (_, asked) => {
      sent.push(asked.length);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const outcomes = await Promise.allSettled(
      keys(10).map(async (key) => find(database().orm.em, key)),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(sent).toEqual([10]);
  });

  it('see everything that was written before they were called, in a thousand cases', async () => {
    const state = { written: 0, statements: 0 };
    const find = lookedUpTogether(async (em, asked) => {
      const { written } = state;
      state.statements += 1;
      await sql`select pg_sleep(0.02)`.execute(statements(em));
      return new Map(asked.map((key) => [key, written]));
    });
    const { em } = database().orm;
    const asked = keys(1_000).map(async (key) => {
      await sleep(Number(key) % 50);
      state.written += 1;
      const before = state.written;
      return ((await find(em, 'the same')) ?? 0) - before;
    });
    expect(Math.min(...(await Promise.all(asked)))).toBeGreaterThanOrEqual(0);
    expect(state.statements).toBeLessThan(100);
  });
});
