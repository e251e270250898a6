import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { preparedSql, type Value } from './prepared-query.ts';
import { nameStatements } from './prepared.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

type EntityManager = ReturnType<typeof database>['orm']['em'];

type Prepared = { name: string; statement: string; plans: number };

/** What the one connection of a transaction has prepared, after the work. */
async function preparedBy(work: (em: EntityManager) => Promise<unknown>): Promise<Prepared[]> {
  return database()
    .orm.em.fork()
    .transactional(async (em) => {
      await work(em);
      const { rows } = await sql<Prepared>`
        select name, statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements
      `.execute(statements(em));
      return rows;
    });
}

const one = preparedSql(
  (value: Value<{ is: number }>) => sql`select 1 where 1 = ${value('is')}::int`,
);
const two = preparedSql(
  (value: Value<{ is: number }>) => sql`select 2 where 1 = ${value('is')}::int`,
);

describe('a connection', () => {
  it('prepares a statement that was written out once, and executes it from then on', async () => {
    const rows = await preparedBy(async (em) => {
      for (const is of [1, 2, 3]) await one(em, { is });
    });
    expect(rows.filter(({ statement }) => statement.startsWith('select 1 '))).toEqual([
      {
        name: expect.stringMatching(/^namecard_[0-9a-f]{40}$/),
        statement: expect.any(String),
        plans: 3,
      },
    ]);
  });

  it('plans any other statement anew each time: its best plan may depend on its values', async () => {
    const rows = await preparedBy(async (em) =>
      sql`select 'searched' where 1 = ${1}::int`.execute(statements(em)),
    );
    expect(rows.filter(({ statement }) => statement.includes('searched'))).toEqual([]);
  });

  it('names a statement by its text, so that no two share a name on any connection', async () => {
    const both = async (em: EntityManager) => [await one(em, { is: 1 }), await two(em, { is: 1 })];
    const named = (rows: Prepared[]) =>
      new Map(rows.map(({ name, statement }) => [name, statement]));
    const [here, there] = await Promise.all([preparedBy(both), preparedBy(both)]);
    expect(named(here).size).toBe(here.length);
    for (const [name, statement] of named(there)) {
      expect(named(here).get(name) ?? statement).toBe(statement);
    }
  });
});

describe('what is no client', () => {
  it('is refused where it is given, not at its first statement', () => {
    expect(() => nameStatements({})).toThrow('has a method `query`');
  });
});
