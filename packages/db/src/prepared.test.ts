import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { openOrm, type Orm } from './orm.ts';
import { preparedSql, type Value } from './prepared-query.ts';
import { retry } from './retry.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

type EntityManager = Orm['em'];

type Prepared = { name: string; statement: string; plans: number };

/** The statements that the transaction's connection has prepared. */
async function preparedBy(
  work: (em: EntityManager) => Promise<unknown>,
): Promise<Prepared[]> {
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
const echo = preparedSql(
  (value: Value<{ is: number }>) => sql`select ${value('is')}::int as is`,
);

describe('a connection', () => {
  it('prepares a statement once, and executes it from then on', async () => {
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

  it('plans other statements each time: their best plan may depend on the values', async () => {
    const rows = await preparedBy(async (em) =>
      sql`select 'searched' where 1 = ${1}::int`.execute(statements(em)),
    );
    expect(rows.filter(({ statement }) => statement.includes('searched'))).toEqual([]);
  });

  it('names a statement by its text, so that no two share a name on any connection', async () => {
    const both = async (em: EntityManager) => [
      await one(em, { is: 1 }),
      await two(em, { is: 1 }),
    ];
    const named = (rows: Prepared[]) =>
      new Map(rows.map(({ name, statement }) => [name, statement]));
    const [here, there] = await Promise.all([preparedBy(both), preparedBy(both)]);
    expect(named(here).size).toBe(here.length);
    for (const [name, statement] of named(there)) {
      expect(named(here).get(name) ?? statement).toBe(statement);
    }
  });
});

describe('a connection with the prepared statements of another', () => {
  it.each(['alone', 'in a transaction'])(
    'sends a statement %s again without a name, and all others from then on',
    async (where) => {
      let refused = 0;
      const preparation = { isOn: true, onRefused: () => (refused += 1) };
      const orm = await openOrm({ url: database().url, poolSize: 1, preparation });
      const em = orm.em.fork();
      await echo(em, { is: 1 });
      await sql`deallocate all`.execute(statements(em));
      const rows =
        where === 'alone'
          ? await echo(em, { is: 2 })
          : await retry(() => em.transactional(async (inner) => echo(inner, { is: 2 })));
      expect({ refused, rows }).toEqual({ refused: 1, rows: [{ is: 2 }] });
      await sql`deallocate all`.execute(statements(em));
      expect(await echo(em, { is: 3 })).toEqual([{ is: 3 }]);
      expect(refused).toBe(1);
      await orm.close();
    },
  );
});
