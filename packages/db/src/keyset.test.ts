import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { every } from './conditions.ts';
import { writeCursor } from './cursors.ts';
import { statements } from './database.ts';
import { keyset, type Keyset, type SortKey } from './keyset.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();
const db = () => statements(database().orm.em.fork());

const orders = {
  newest: keyset({
    name: 'newest',
    table: 'users',
    by: { createdAt: 'instant', id: 'uuid' },
    descending: true,
  }),
  oldest: keyset({
    name: 'oldest',
    table: 'users',
    by: { createdAt: 'instant', id: 'uuid' },
  }),
  username: keyset({ name: 'username', table: 'users', by: { usernameKey: 'name' } }),
  revision: keyset({
    name: 'revision',
    table: 'users',
    by: { revision: 'integer', id: 'uuid' },
  }),
};

/** Users in groups of three with the same microsecond of creation. */
beforeAll(async () => {
  await sql`
    insert into users (id, email, email_key, username, username_key, created_at, revision)
    select gen_random_uuid(), n, n, n, 'u_' || n,
      timestamptz '2026-01-31 12:00:00+00' + (n / 3) * interval '1 microsecond', -n % 4
    from generate_series(0, 24) n
  `.execute(db());
});

/** A page after a cursor, with the cursor of its last row. */
async function readPage(
  { order, sortKey, isAfter, ...cursors }: Keyset,
  cursor?: string,
) {
  const after = cursor === undefined ? undefined : cursors.readCursor(cursor);
  const { rows } = await sql<{ email: string; sortKey: SortKey }>`
    select email, ${sortKey} from users where ${every(isAfter(after))} order by ${order} limit 7
  `.execute(db());
  const last = rows.at(-1);
  return {
    emails: rows.map(({ email }) => email),
    next: last && cursors.writeCursor(last.sortKey),
  };
}

describe.each(Object.entries(orders))('pages of the order %s', (_name, order) => {
  it('hold every row once, in order', async () => {
    const { rows } = await sql<{
      email: string;
    }>`select email from users order by ${order.order}`.execute(db());
    const found: string[] = [];
    let page = await readPage(order);
    while (page.next !== undefined) {
      found.push(...page.emails);
      page = await readPage(order, page.next);
    }
    expect(found).toEqual(rows.map(({ email }) => email));
  });
});

describe('a cursor', () => {
  it('of another order is refused', () => {
    const cursor = orders.newest.writeCursor([
      '1',
      '01234567-89ab-7def-8123-456789abcdef',
    ]);
    expect(orders.newest.readCursor(cursor)).toHaveLength(2);
    expect(orders.oldest.readCursor(cursor)).toBeUndefined();
  });

  it.each([
    '',
    'x',
    '%',
    writeCursor('username', "a'b"),
    writeCursor('username', 'a', 'b'),
  ])('is not accepted as %j', (cursor) => {
    expect(orders.username.readCursor(cursor)).toBeUndefined();
  });

  it('holds nothing that PostgreSQL takes for no text', () => {
    const order = keyset({ name: 'mail', table: 'users', by: { emailKey: 'address' } });
    const read = (address: string) => order.readCursor(order.writeCursor([address]));
    expect(read('ann@example.com')).toEqual(['ann@example.com']);
    expect(read('a\0n@example.com')).toBeUndefined();
  });
});
