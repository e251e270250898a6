import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { statements } from '../database.ts';
import { withConnection } from '@namecard/embedded-postgres';
import { migrate } from '../migrate.ts';
import { openOrm, type Orm } from '../orm.ts';
import { withDatabase } from '../testing/provided.ts';
import { wrongCounts } from '../testing/wrong-counts.ts';

let name: string;
let instances: Orm[];

/** An instance of the service that is about to start. */
async function instance(): Promise<Orm> {
  const orm = await openOrm({
    url: withDatabase(inject('testDatabases').adminUrl, name),
  });
  instances.push(orm);
  return orm;
}

beforeEach(async () => {
  instances = [];
  name = `namecard_upgrade_${randomBytes(6).toString('hex')}`;
  const { adminUrl } = inject('testDatabases');
  await withConnection(adminUrl, async (admin) => admin.query(`CREATE DATABASE ${name}`));
});

afterEach(async () => {
  await Promise.all(instances.map(async (orm) => orm.close()));
  const { adminUrl } = inject('testDatabases');
  await withConnection(adminUrl, async (admin) => admin.query(`DROP DATABASE ${name}`));
});

const addPerson = async (orm: Orm) =>
  sql`insert into users (id, email, email_key) values (gen_random_uuid(), 'a', 'a')`.execute(
    statements(orm.em),
  );

const countPeople = async (orm: Orm) =>
  (await statements(orm.em).selectFrom('users').select('email').execute()).length;

/** A database as it was before a migration, in which somebody has signed in 150 times and sent a key. */
async function openEarlier(before: string): Promise<Orm> {
  const orm = await instance();
  const db = statements(orm.em);
  const names = (await orm.migrator.getPending()).map((migration) => migration.name);
  await orm.migrator.up({ migrations: names.slice(0, names.indexOf(before)) });
  await addPerson(orm);
  await sql`insert into sessions (id, user_id, token_hash, browser, system, last_used_at)
    select gen_random_uuid(), users.id, n::text::bytea, 'Firefox', 'Linux', now() - n * interval '1 hour'
    from users, generate_series(1, 150) n`.execute(db);
  await sql`insert into idempotency_keys (user_id, key, input_hash, answer)
    select id, 'profiles.create my-key', '',
      '{"error":{"code":"CONFLICT","reason":"USERNAME_TAKEN","message":"It is taken."}}' from users`.execute(
    db,
  );
  return orm;
}

/** Undoes all migrations from the newest to this one. */
async function goBackTo(orm: Orm, first: string): Promise<void> {
  const executed = (await orm.migrator.getExecuted()).map((migration) => migration.name);
  for (const migration of executed.slice(executed.indexOf(first)).toReversed()) {
    await orm.migrator.down({ migrations: [migration] });
  }
}

/** Asks for a mail to an address that never signed in, as the newest version does. */
const askHeld = async (orm: Orm, email: string) =>
  sql`select queue_mail(${email}, 3, gen_random_uuid(), 'k', gen_random_uuid(), '', '', 'ip', 'network', 'allocation', true)`.execute(
    statements(orm.em),
  );

describe('migrating', () => {
  it('gives the tables that the entities describe', async () => {
    const orm = await instance();
    await migrate(orm);
    const differences = await orm.schema.getUpdateSchemaSQL();
    // Triggers and functions are the migrations' alone.
    const lines = differences
      .split('\n')
      .filter((line) => !/^(drop (trigger|function) .*)?$/.test(line));
    expect(lines).toEqual(["set names 'utf8';"]);
  });

  it.each(['read committed', 'serializable'])(
    'is done once by instances that start at once, at %s',
    async (level) => {
      const { adminUrl } = inject('testDatabases');
      await withConnection(adminUrl, async (admin) =>
        admin.query(
          `ALTER DATABASE ${name} SET default_transaction_isolation = '${level}'`,
        ),
      );
      const starting = await Promise.all(Array.from({ length: 5 }, instance));
      await Promise.all(starting.map(async (orm) => migrate(orm)));
      const orm = await instance();
      expect(await orm.migrator.getPending()).toEqual([]);
      const executed = (await orm.migrator.getExecuted()).map(
        (migration) => migration.name,
      );
      expect(new Set(executed).size).toBe(executed.length);
    },
  );

  it('keeps the hundred sessions of an account that were used last', async () => {
    const orm = await openEarlier('Migration20261122073000_storage_bounds');
    await migrate(orm);
    const db = statements(orm.em);
    const sessions = await db.selectFrom('sessions').select('tokenHash').execute();
    const kept = sessions.map(({ tokenHash }) => Number(String(tokenHash)));
    expect(kept.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('says what it waits for, and queues nobody behind itself for longer than its lock timeout', async () => {
    const orm = await openEarlier('Migration20261122074000_resting_usernames');
    const reasons: string[] = [];
    const said = () => reasons.join();
    const holder = await instance();
    let migrating: Promise<string[]> | undefined;
    await holder.em.fork().transactional(async (em) => {
      await sql`lock table users in access share mode`.execute(statements(em));
      await holder.em.fork().transactional(async (other) => {
        await sql`select pg_advisory_xact_lock(6262537)`.execute(statements(other));
        migrating = migrate(orm, {
          lockTimeout: 20,
          onWait: (reason) => reasons.push(reason),
        });
        await expect.poll(said).toMatch(/another instance.*another instance/);
      });
      await expect.poll(said).toMatch(/a table that is in use/);
      expect(await countPeople(holder)).toBe(1);
    });
    expect((await migrating)?.at(0)).toBe('Migration20261122074000_resting_usernames');
  });

  it('refuses what a newer version has migrated, in one line', async () => {
    const orm = await instance();
    await migrate(orm);
    await sql`insert into mikro_orm_migrations (name) values ('Migration29991231000000_later')`.execute(
      statements(orm.em),
    );
    await expect(migrate(await instance())).rejects.toThrow(
      /^A newer version .*29991231000000_later.*$/,
    );
  });

  it('keeps the counts of profiles right', async () => {
    const orm = await openEarlier('Migration20261122114000_counts_by_group');
    const db = statements(orm.em);
    await sql`
      insert into profiles (id, position, owner_id, username, username_key, referral, hidden)
      select gen_random_uuid(), n << 10, users.id, n, n, '', n % 3 = 0 from users, generate_series(1, 6000) n
    `.execute(db);
    await sql`update users set profile_count = 6000`.execute(db);
    await migrate(orm);
    expect(await wrongCounts(orm.em)).toEqual([]);
    const groups = await db
      .selectFrom('profile_segment_groups')
      .select('total')
      .execute();
    expect(groups.map(({ total }) => total)).toEqual([4095, 1900]);
  });

  it('goes back from what takes edits that change nothing for none', async () => {
    const migration = 'Migration20261122213000_unchanged_rows';
    const orm = await openEarlier(migration);
    const db = statements(orm.em);
    const revisionAfterTouch = async () => {
      await sql`update users set updated_at = updated_at + interval '1 day'`.execute(db);
      const row = await db.selectFrom('users').select('revision').executeTakeFirst();
      return row?.revision;
    };
    expect(await revisionAfterTouch()).toBe(2);
    await orm.migrator.up({ migrations: [migration] });
    expect(await revisionAfterTouch()).toBe(2);
    await orm.migrator.down({ migrations: [migration] });
    expect(await revisionAfterTouch()).toBe(3);
  });

  it('back from and to cheaper writes keeps the counts of profiles and their owners’ addresses right', async () => {
    const orm = await instance();
    await migrate(orm);
    await addPerson(orm);
    const db = statements(orm.em);
    const migration = 'Migration20261122214500_cheaper_writes';
    const addProfile = async (username: string) =>
      sql`insert into profiles (id, owner_id, username, username_key, referral)
        select gen_random_uuid(), id, ${username}, ${username}, '' from users`.execute(
        db,
      );
    await addProfile('with');
    await orm.migrator.down({ migrations: [migration] });
    await addProfile('without');
    await migrate(orm);
    await addProfile('again');
    await sql`update users set profile_count = 3`.execute(db);
    await sql`update profiles set owner_email = 'another'`.execute(db);
    expect(await wrongCounts(orm.em)).toEqual([]);
    const emails = await db.selectFrom('profiles').select('ownerEmail').execute();
    expect(emails.map(({ ownerEmail }) => ownerEmail)).toEqual(['a', 'a', 'a']);
  });

  it('back from and to what operators do keeps the history, and suppresses nobody before', async () => {
    const orm = await instance();
    await migrate(orm);
    const db = statements(orm.em);
    const migration = 'Migration20261123021000_operators_acts';
    const record = async (type: string) =>
      sql`insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
        values (gen_random_uuid(), ${type}, 'operator', '', '', '', 0, 0)`.execute(db);
    await askHeld(orm, 'a');
    await sql`update addresses set suppressed_at = now()`.execute(db);
    await record('database.moved');
    await goBackTo(orm, migration);
    await expect(record('database.moved')).rejects.toThrow(
      'moderation_actions_type_check',
    );
    await migrate(orm);
    await askHeld(orm, 'b');
    await record('database.moved');
    const mails = await db.selectFrom('outbox').select('state').execute();
    expect(mails).toEqual([{ state: 'queued' }, { state: 'queued' }]);
    const actions = await db.selectFrom('moderation_actions').select('type').execute();
    expect(actions).toHaveLength(2);
  });

  it('back from and to a history that stays whole keeps it, and prunes it by age', async () => {
    const orm = await instance();
    await migrate(orm);
    const db = statements(orm.em);
    const migration = 'Migration20261124090000_kept_history';
    const pruneAll = sql`select prune_audit(current_instant(), 10)`;
    await orm.migrator.down({ migrations: [migration] });
    await pruneAll.execute(db);
    await sql`truncate audit_events`.execute(db);
    await migrate(orm);
    await expect(pruneAll.execute(db)).rejects.toThrow('never pruned');
    await expect(sql`truncate audit_events`.execute(db)).rejects.toThrow(
      'never truncated',
    );
    await sql`select prune_audit(current_instant() - interval '1 month', 10)`.execute(db);
  });

  it('marks the sessions that test logins began before, and no others', async () => {
    const migration = 'Migration20261124091000_test_sessions';
    const orm = await openEarlier(migration);
    const db = statements(orm.em);
    const begin = async (token: string, ago: string) =>
      sql`insert into sessions (id, user_id, token_hash, browser, system, created_at)
        select gen_random_uuid(), id, ${token}::bytea, 'Firefox', 'Linux', now() - ${ago}::interval from users`.execute(
        db,
      );
    await sql`update sessions set created_at = created_at - interval '1 hour'`.execute(
      db,
    );
    await begin('before', '2 minutes');
    await begin('by the test login', '0');
    await sql`with action as (
        insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
        values (gen_random_uuid(), 'user.test_signed_in', 'system', '', '', '', 1, 1) returning id
      )
      insert into audit_events (id, action_id, type, user_id, before, after)
      select gen_random_uuid(), action.id, 'user.test_signed_in', users.id, '{}', '{}' from action, users`.execute(
      db,
    );
    await begin('after', '-1 minute');
    await migrate(orm);
    const marked = async () =>
      (
        await db
          .selectFrom('sessions')
          .select('tokenHash')
          .where('testEndsAt', 'is not', null)
          .execute()
      ).map(({ tokenHash }) => String(tokenHash));
    expect(await marked()).toEqual(['by the test login']);
    await orm.migrator.down({ migrations: [migration] });
    await migrate(orm);
    expect(await marked()).toEqual(['by the test login']);
  });

  it('to turns of mails keeps one mail that waits for an address, which counts once it is let go', async () => {
    const migration = 'Migration20261125030000_mail_turns';
    const orm = await openEarlier(migration);
    const db = statements(orm.em);
    const ask = async (email: string, network: string) =>
      sql`select queue_mail(${email}, 3, gen_random_uuid(), 'k', gen_random_uuid(), '', '', ${network}, 'allocation')`.execute(
        db,
      );
    for (const network of ['one', 'one', 'other']) await ask('m', network);
    await ask('n', 'one');
    await sql`update outbox set state = 'sent', network = null, allocation = null where recipient = 'n'`.execute(
      db,
    );
    await ask('n', 'one');
    await orm.migrator.up({ migrations: [migration] });
    const held = db.selectFrom('outbox').select('recipient').where('held', '=', true);
    expect(await held.orderBy('recipient').execute()).toEqual([
      { recipient: 'm' },
      { recipient: 'n' },
    ]);
    const turns = db.selectFrom('mail_turns').select(['network', 'allocation', 'ip']);
    expect(await turns.orderBy('network').execute()).toEqual([
      { network: 'one', allocation: 'allocation', ip: 'one' },
      { network: 'other', allocation: 'allocation', ip: 'other' },
    ]);
    const mails = db.selectFrom('challenges').select(['email', 'mails']).orderBy('email');
    expect(await mails.execute()).toEqual([
      { email: 'm', mails: 0 },
      { email: 'n', mails: 1 },
    ]);
    await goBackTo(orm, migration);
    expect(await mails.execute()).toEqual([
      { email: 'm', mails: 1 },
      { email: 'n', mails: 2 },
    ]);
    const { rows } = await sql<{ network: string }>`
      select network from outbox where network is not null order by network
    `.execute(db);
    expect(rows).toEqual([{ network: 'one' }, { network: 'other' }]);
    await ask('c', 'one');
    await migrate(orm);
    await askHeld(orm, 'd');
    expect(await held.execute()).toHaveLength(4);
  });

  it('again leaves a database with all that it holds', async () => {
    const orm = await instance();
    await migrate(orm);
    await addPerson(orm);
    await migrate(await instance());
    expect(await countPeople(orm)).toBe(1);
  });
});
