import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { plannedEachTime, prepareStatements, StatementNames } from './prepared.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

type Prepared = { statement: string; generic_plans: string; custom_plans: string };

/** What the one connection of a transaction has prepared, after the work. */
async function preparedBy(work: (run: (text: string) => Promise<unknown>) => Promise<void>) {
  return database()
    .orm.em.fork()
    .transactional(async (em) => {
      const run = (text: string) => sql`${sql.raw(text)} ${1}::int`.execute(statements(em));
      await work(run);
      const { rows } = await sql<Prepared>`
      select statement, generic_plans, custom_plans from pg_prepared_statements
    `.execute(statements(em));
      return rows;
    });
}

describe('a connection', () => {
  it('prepares a statement with values once, however often it is executed', async () => {
    const text = 'select 1 as once_prepared where 1 =';
    const rows = await preparedBy(async (run) => {
      await run(text);
      await run(text);
      await run(text);
    });
    const found = rows.filter(({ statement }) => statement.includes('once_prepared'));
    expect(found).toHaveLength(1);
    const plans = found.map((row) => Number(row.generic_plans) + Number(row.custom_plans));
    expect(plans).toEqual([3]);
  });

  it('plans a statement with a pattern anew each time', async () => {
    const rows = await preparedBy(async (run) => {
      await run("select 1 as unprepared where 'a' like 'a%' and 1 =");
    });
    expect(rows.filter(({ statement }) => statement.includes('unprepared'))).toEqual([]);
  });
});

describe('a statement that is marked', () => {
  it('is given no name', () => {
    const { sql: text } = sql`select ${plannedEachTime} 1`.compile(statements(database().orm.em));
    expect(new StatementNames().of(text)).toBeUndefined();
  });
});

describe('the names of statements', () => {
  it('are the same for the same text, and never for two', () => {
    const names = new StatementNames();
    expect(names.of('select $1')).toBe(names.of('select $1'));
    expect(names.of('select $2')).not.toBe(names.of('select $1'));
  });

  it('end after some hundred, so that texts that never come back fill no connection', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 2_000 }, (_, index) => names.of(`select $1 + ${index}`));
    expect(given.filter((name) => name !== undefined)).toHaveLength(500);
    expect(names.of('select $1 + 0')).toBe(given[0]);
  });
});

describe('what is no client', () => {
  it('is refused where it is given, not at its first statement', () => {
    expect(() => prepareStatements({}, new StatementNames())).toThrow('has a method `query`');
  });
});
