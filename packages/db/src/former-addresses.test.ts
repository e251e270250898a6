import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { statements } from './database.ts';
import { isOfAccount } from './former-addresses.ts';
import { useTestDatabase } from './testing.ts';

const database = useTestDatabase();

it('what an account’s addresses have is found without reading what others have', async () => {
  const db = statements(database().orm.em.fork());
  await sql`
    insert into invitations (email_key, email, event_id)
    select n, n, gen_random_uuid() from generate_series(1, 5000) n
  `.execute(db);
  await sql`analyze invitations`.execute(db);
  const isTheirs = isOfAccount({
    address: sql`email_key`,
    at: sql`invited_at`,
    userId: sql`${randomUUID()}::uuid`,
  });
  const { rows } = await sql`explain select from invitations where ${isTheirs}`.execute(
    db,
  );
  expect(JSON.stringify(rows)).not.toContain('Seq Scan on invitations');
});
