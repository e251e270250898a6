import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();
const db = () => statements(database().orm.em.fork());

const owner = '01234567-89ab-7def-8123-456789abcdef';
const wallet = { walletAddress: '0xabc' };

beforeEach(async () => {
  await db().deleteFrom('users').execute();
  await db()
    .insertInto('users')
    .values({
      id: owner,
      email: 'Ann@example.com',
      emailKey: 'ann@example.com',
      ...wallet,
    })
    .execute();
});

describe('columns by the names of their properties', () => {
  it('may be selected by * only in a subquery: an answer must name them', async () => {
    const named = 'Select columns by name';
    await expect(db().selectFrom('users').selectAll().execute()).rejects.toThrow(named);
    await expect(db().selectFrom('users').selectAll('users').execute()).rejects.toThrow(
      named,
    );
    await expect(db().deleteFrom('users').returningAll().execute()).rejects.toThrow(
      named,
    );
    const rows = await db()
      .with('everybody', (inner) => inner.selectFrom('users').selectAll())
      .selectFrom('everybody')
      .select('walletAddress')
      .execute();
    expect(rows).toEqual([wallet]);
  });

  it('keep the name that an expression is given', async () => {
    const rows = await db()
      .selectFrom('users')
      .select(sql<number>`length(${sql.ref('users.emailKey')})`.as('keyLength'))
      .select((inner) => inner.fn.countAll<string>().over().as('everyBody'))
      .execute();
    expect(rows).toEqual([{ keyLength: 15, everyBody: '1' }]);
  });
});
