import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { prepared, preparedSql } from './prepared-query.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

describe('a statement that is written out once', () => {
  it('is given its values each time', async () => {
    const sum = preparedSql(
      (value) => sql<{ sum: number }>`select ${value(1)}::int + ${value(2)}::int as sum`,
    );
    const em = database().orm.em.fork();
    expect(await sum(em, 1, 2)).toEqual([{ sum: 3 }]);
    expect(await sum(em, 40, 2)).toEqual([{ sum: 42 }]);
  });

  it('runs in the transaction of the entity manager that it is given', async () => {
    const add = prepared((tables, value) =>
      tables
        .insertInto('addresses')
        .values({ email: value<string>(1), asked_at: sql`current_instant()` })
        .returning('email'),
    );
    const count = prepared((tables) => tables.selectFrom('addresses').select('email'));
    const em = database().orm.em.fork();
    const undone = em.transactional(async (inside) => {
      await add(inside, 'rolled.back@example.com');
      throw new Error(`undone with ${(await count(inside)).length} row`);
    });
    await expect(undone).rejects.toThrow('undone with 1 row');
    expect(await count(em)).toEqual([]);
  });

  it('is refused when it holds a value of its own, which would be sent in the place of another', () => {
    expect(() => preparedSql(() => sql`select ${1}::int`)).toThrow('values of its own');
  });
});
