import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { statements } from '../database.ts';
import { withConnection } from '../embedded/connection.ts';
import { migrate, openOrm, type Orm } from '../orm.ts';
import { withDatabase } from '../testing/provided.ts';

/** The last migration of the version that knew of no moderation. */
const before = 'Migration20261121103709_session_lapse';

const name = `namecard_upgrade_${randomBytes(6).toString('hex')}`;
let orm: Orm;

beforeAll(async () => {
  const { adminUrl } = inject('testDatabases');
  await withConnection(adminUrl, async (admin) => admin.query(`CREATE DATABASE ${name}`));
  orm = await openOrm({ url: withDatabase(adminUrl, name) });
});

afterAll(async () => {
  await orm.close();
  const { adminUrl } = inject('testDatabases');
  await withConnection(adminUrl, async (admin) => admin.query(`DROP DATABASE ${name}`));
});

/** Users with a profile each, a tenth of them hidden, and one of seven suspended. */
const fill = async (count: number) => {
  const database = statements(orm.em.fork());
  await sql`
    insert into users (id, email, email_key, suspended_at)
    select gen_random_uuid(), 'User' || n || '@example.com', 'user' || n || '@example.com',
      case when n % 7 = 0 then current_instant() end
    from generate_series(1, ${count}::int) n
  `.execute(database);
  await sql`
    insert into profiles (id, owner_id, username, username_key, referral, hidden)
    select gen_random_uuid(), id, 'P' || row_number() over (), 'p' || row_number() over (), '',
      row_number() over () % 10 = 0
    from users
  `.execute(database);
};

describe('a database of the version before', () => {
  it('is brought to the newest with all that it holds', async () => {
    await orm.migrator.up({ to: before });
    await fill(2_000);
    await migrate(orm);
    const { rows } = await sql`
      select count(*)::int as profiles, count(*) filter (where profiles.hidden)::int as hidden,
        count(*) filter (where owner_email = email_key)::int as owned,
        count(suspended_at)::int as suspended, count(suspended_until)::int as ending
      from profiles join users on users.id = owner_id
    `.execute(statements(orm.em.fork()));
    expect(rows).toEqual([
      { profiles: 2_000, hidden: 200, owned: 2_000, suspended: 285, ending: 0 },
    ]);
    expect(await orm.migrator.getPending()).toEqual([]);
  });
});
