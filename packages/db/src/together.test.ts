import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Executor, statements } from './database.ts';
import { useTestDatabase } from './testing.ts';
import { lookedUpTogether, readTogether } from './together.ts';

const database = useTestDatabase();

/** Looks numbers up, and keeps which went in one statement. A key that is no number is an error of the whole statement. */
function numbers() {
  const asked: (readonly string[])[] = [];
  const find = lookedUpTogether(async (em, offset: number, keys: readonly string[]) => {
    asked.push(keys);
    const { rows } = await sql<{ key: string; value: number }>`
      select key, key::int + ${offset}::int as value from unnest(${keys}::text[]) as asked (key) where key <> '0'
    `.execute(statements(em));
    return new Map(rows.map(({ key, value }) => [key, value]));
  });
  return { find, asked };
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe('look-ups', () => {
  it('go at once while fewer than two are under way, and those that wait go as one', async () => {
    const { find, asked } = numbers();
    const { em } = database().orm;
    const found: Promise<number | undefined>[] = [];
    for (const key of keys(30)) {
      found.push(find(em, 100, key));
      await endOfTurn();
    }
    expect(await Promise.all(found)).toEqual(keys(30).map((key) => Number(key) + 100));
    expect(asked.slice(0, 2)).toEqual([['1'], ['2']]);
    expect(asked.length).toBeLessThan(30);
  });

  it('of the same turn of the event loop go as one', async () => {
    const { find, asked } = numbers();
    const { em } = database().orm;
    await Promise.all(keys(30).map(async (key) => find(em, 100, key)));
    expect(asked.map(({ length }) => length)).toEqual([30]);
  });

  it('travel a hundred at a time', async () => {
    const { find, asked } = numbers();
    const { em } = database().orm;
    await Promise.all(keys(240).map(async (key) => find(em, 0, key)));
    expect(Math.max(...asked.map(({ length }) => length))).toBe(100);
  });

  it('find nothing for one and the others all the same', async () => {
    const { find } = numbers();
    const { em } = database().orm;
    const found = await Promise.all(['1', '2', '0', '3', '3'].map(async (key) => find(em, 0, key)));
    expect(found).toEqual([1, 2, undefined, 3, 3]);
  });

  it('fail by themselves where one of them is at fault', async () => {
    const { find } = numbers();
    const { em } = database().orm;
    const asked = ['1', '2', '3', 'none', '4'].map(async (key) => find(em, 0, key));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });

  it('fail together, and once, where the database can’t be used', async () => {
    const sent: number[] = [];
    const find = lookedUpTogether(async (_: Executor, __: number, asked: readonly string[]) => {
      sent.push(asked.length);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const outcomes = await Promise.allSettled(
      keys(10).map(async (key) => find(database().orm.em, 0, key)),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(sent).toEqual([10]);
  });

  it('of different scopes do not travel together', async () => {
    const { find } = numbers();
    const { em } = database().orm;
    const asked = keys(6).map(async (key) => find(em, Number(key) % 2, key));
    expect(await Promise.all(asked)).toEqual([2, 2, 4, 4, 6, 6]);
  });
});

describe('a read', () => {
  /** Counts its reads, and what was written when each began. */
  function reader() {
    const state = { written: 0, reads: 0 };
    const read = readTogether(
      (page: number) => String(page),
      async (em: Executor, page) => {
        const seen = { page, written: state.written };
        state.reads += 1;
        await sql`select pg_sleep(0.02)`.execute(statements(em));
        return seen;
      },
    );
    return { state, read };
  }

  it('is shared by those who ask for the same while one is under way, and joined by none once it has begun', async () => {
    const { state, read } = reader();
    const { em } = database().orm;
    const first = read(em, 1);
    await endOfTurn();
    state.written = 1;
    const others = Array.from({ length: 29 }, async () => read(em, 1));
    expect((await first).written).toBe(0);
    for (const { written } of await Promise.all(others)) {
      expect(written).toBe(1);
    }
    expect(state.reads).toBe(2);
  });

  it('of something else is one of its own', async () => {
    const { state, read } = reader();
    const { em } = database().orm;
    const pages = await Promise.all([1, 2, 1, 2, 3].map(async (page) => read(em, page)));
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 1, 2, 3]);
    expect(state.reads).toBe(3);
  });

  it('sees what was written before it was asked for, at every one of a thousand moments', async () => {
    const { state, read } = reader();
    const { em } = database().orm;
    const asked = Array.from({ length: 1_000 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index % 50));
      state.written += 1;
      const before = state.written;
      return (await read(em, 1)).written - before;
    });
    expect(Math.min(...(await Promise.all(asked)))).toBeGreaterThanOrEqual(0);
    expect(state.reads).toBeLessThan(100);
  });

  it('that fails is begun anew by whoever asks next', async () => {
    let reads = 0;
    const read = readTogether(String, async () => {
      reads += 1;
      if (reads === 1) {
        throw new Error('The first fails');
      }
      return reads;
    });
    const { em } = database().orm;
    const first = read(em, 1).catch((error: unknown) => error);
    await endOfTurn();
    const [second] = await Promise.allSettled([read(em, 1)]);
    expect(await first).toBeInstanceOf(Error);
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
    expect(await read(em, 1)).toBe(3);
  });
});
