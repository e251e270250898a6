import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { preparedSql, unplanned, type Value } from './prepared-query.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

describe('a prepared statement', () => {
  it('runs in the transaction of the entity manager that it is given', async () => {
    const add = preparedSql(
      (value: Value<{ email: string }>) => sql`
        insert into addresses (email, asked_at) values (${value('email')}, current_instant())
      `,
    );
    const find = preparedSql(
      (value: Value<{ email: string }>) =>
        sql`select email from addresses where email = ${value('email')}`,
    );
    const email = 'rolled.back@example.com';
    const em = database().orm.em.fork();
    const undone = em.transactional(async (inside) => {
      await add(inside, { email });
      throw new Error(`undone with ${(await find(inside, { email })).length} row`);
    });
    await expect(undone).rejects.toThrow('undone with 1 row');
    expect(await find(em, { email })).toEqual([]);
  });

  it('fails with an error that names the caller', async () => {
    const divide = preparedSql(
      (value: Value<{ by: number }>) =>
        sql<{ is: number }>`select 6 / ${value('by')}::int as is`,
    );
    const em = database().orm.em.fork();
    expect(await divide(em, { by: 2 })).toEqual([{ is: 3 }]);
    const error = await divide(em, { by: 0 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: '22012',
      stack: expect.stringContaining('prepared-query.ts'),
    });
  });

  it('has one plan for all values from the sixth time on, also for short lists', async () => {
    const find = preparedSql(
      (value: Value<{ emails: readonly string[] }>) =>
        sql`select from addresses where email = any(${unplanned(value('emails'), sql`text[]`)})`,
    );
    const plans = await database().orm.em.transactional(async (em) => {
      for (let call = 0; call < 20; call += 1)
        await find(em, { emails: ['ann@example.com'] });
      const { rows } = await sql`
        select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
        where statement like 'select from addresses where email = any%'
      `.execute(statements(em));
      return rows;
    });
    expect(plans).toEqual([{ custom: 5, generic: 15 }]);
  });

  it('is refused if it contains a fixed value, which would take the place of another', () => {
    expect(() => preparedSql(() => sql`select ${1}::int`)).toThrow('fixed values');
  });
});
