import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { columnsOf } from './property-names.ts';
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
  it('are read, with and without their table', async () => {
    expect(
      await db()
        .selectFrom('users')
        .select(['emailKey', 'users.walletAddress'])
        .execute(),
    ).toEqual([{ emailKey: 'ann@example.com', ...wallet }]);
  });

  it('are written, compared and returned', async () => {
    const row = await db()
      .updateTable('users')
      .set({ walletAddress: null, farcasterId: '7' })
      .where('walletAddress', '=', '0xabc')
      .returning(['walletAddress', 'farcasterId', 'users.emailKey'])
      .executeTakeFirst();
    expect(row).toEqual({
      walletAddress: null,
      farcasterId: '7',
      emailKey: 'ann@example.com',
    });
  });

  it('are inserted, or updated if the row exists', async () => {
    const row = await db()
      .insertInto('users')
      .values({ id: owner, email: 'x', emailKey: 'ann@example.com' })
      .onConflict((conflict) =>
        conflict
          .column('emailKey')
          .doUpdateSet({ worldId: '9', email: (value) => value.ref('excluded.email') }),
      )
      .returning(['email', 'worldId'])
      .executeTakeFirst();
    expect(row).toEqual({ email: 'x', worldId: '9' });
  });

  it('are joined under other names, ordered and grouped', async () => {
    await db()
      .insertInto('sessions')
      .values({
        id: owner,
        userId: owner,
        tokenHash: Buffer.of(1),
        browser: 'b',
        system: 's',
      })
      .execute();
    const rows = await db()
      .selectFrom('sessions as own')
      .innerJoin('users as person', 'person.id', 'own.userId')
      .select(['own.userId', 'person.emailKey', 'own.idleExpired as wasIdle'])
      .groupBy(['own.userId', 'person.emailKey', 'own.idleExpired', 'own.lastUsedAt'])
      .orderBy('own.lastUsedAt')
      .execute();
    expect(rows).toEqual([
      { userId: owner, emailKey: 'ann@example.com', wasIdle: false },
    ]);
  });

  it('are carried through subqueries and common tables', async () => {
    const rows = await db()
      .with('linked', (inner) =>
        inner.selectFrom('users').select(['id', 'walletAddress', 'emailKey as mailKey']),
      )
      .selectFrom((inner) =>
        inner
          .selectFrom('linked')
          .select(['walletAddress', 'linked.mailKey'])
          .as('found'),
      )
      .select(['found.walletAddress', 'mailKey'])
      .where('found.mailKey', 'like', 'ann%')
      .execute();
    expect(rows).toEqual([{ mailKey: 'ann@example.com', ...wallet }]);
  });

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

describe('a template', () => {
  it('answers the properties’ names if it lists them with columnsOf', async () => {
    const columns = columnsOf('users', ['id', 'emailKey', 'walletAddress']);
    const { rows } = await sql`select ${columns} from users`.execute(db());
    expect(rows).toEqual([{ id: owner, emailKey: 'ann@example.com', ...wallet }]);
  });

  it('answers other names unchanged', async () => {
    const { rows } =
      await sql`select email_key, wallet_address as "it" from users`.execute(db());
    expect(rows).toEqual([{ email_key: 'ann@example.com', it: '0xabc' }]);
  });
});
