import { describe, expect, it } from 'vitest';
import { createTestDatabase, useTestDatabase } from '../testing.ts';
import { withConnection } from '@namecard/embedded-postgres';

const database = useTestDatabase();

async function insertUser(
  orm: ReturnType<typeof database>['orm'],
  email: string,
): Promise<void> {
  await orm.em
    .getConnection()
    .execute(
      'INSERT INTO users (id, email, email_key) VALUES (gen_random_uuid(), ?, ?)',
      [email, email],
    );
}

async function emails(orm: ReturnType<typeof database>['orm']): Promise<string[]> {
  const rows: { email: string }[] = await orm.em
    .getConnection()
    .execute('SELECT email FROM users');
  return rows.map(({ email }) => email);
}

describe('a test database', () => {
  it('is migrated and empty', async () => {
    expect(await emails(database().orm)).toEqual([]);
  });

  it('can be created while others are in use, and shares nothing with them', async () => {
    await insertUser(database().orm, 'mine@example.com');
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await insertUser(one.orm, 'one@example.com');
    expect(await emails(one.orm)).toEqual(['one@example.com']);
    expect(await emails(other.orm)).toEqual([]);
    expect(await emails(database().orm)).toEqual(['mine@example.com']);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('is gone once dropped', async () => {
    const { url, drop } = await createTestDatabase();
    await drop();
    await expect(
      withConnection(url, async (client) => client.query('SELECT 1')),
    ).rejects.toThrow(/does not exist/);
  });
});
