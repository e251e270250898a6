import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { statements } from '../database.ts';
import { migrate, readMigrations, requireMigrated } from '../migrate.ts';
import { openOrm, type Orm } from '../orm.ts';
import { laterMigration, withLaterMigration } from '../testing/later-migration.ts';
import { administratorOf, dropDatabase, withDatabase } from '../testing/provided.ts';
import { migrations } from './index.ts';

let name: string;
let instances: Orm[];

async function instance(): Promise<Orm> {
  const orm = await openOrm({
    url: withDatabase(inject('testDatabases').adminUrl, name),
  });
  instances.push(orm);
  return orm;
}

const asAdmin = (statement: string) =>
  administratorOf(inject('testDatabases').adminUrl).query(statement);

beforeEach(() => {
  instances = [];
  name = `namecard_upgrade_${randomBytes(6).toString('hex')}`;
});

afterEach(async () => {
  await Promise.all(instances.map(async (orm) => orm.close()));
  await dropDatabase(inject('testDatabases').adminUrl, name);
});

async function openEmpty(): Promise<Orm> {
  await asAdmin(`create database ${name}`);
  return instance();
}

/** A database that this version has migrated, with one user. */
async function openMigrated(): Promise<Orm> {
  const { template } = inject('testDatabases');
  await asAdmin(`create database ${name} template ${template} strategy file_copy`);
  const orm = await instance();
  await sql`insert into users (id, email, email_key) values (gen_random_uuid(), 'a', 'a')`.execute(
    statements(orm.em),
  );
  return orm;
}

const countPeople = async (orm: Orm) =>
  (await statements(orm.em).selectFrom('users').select('email').execute()).length;

/** Records a migration as taken. */
const recordMigration = async (orm: Orm, taken: string) =>
  sql`insert into mikro_orm_migrations (name) values (${taken})`.execute(
    statements(orm.em),
  );

const names = () => migrations.map((migration) => migration.name);

describe('migrating', () => {
  it('gives the tables that the entities describe', async () => {
    const orm = await openEmpty();
    await migrate(orm);
    const differences = await orm.schema.getUpdateSchemaSQL();
    // The entities don't declare triggers and functions.
    const lines = differences
      .split('\n')
      .filter((line) => !/^(drop (trigger|function) .*)?$/.test(line));
    expect(lines).toEqual(["set names 'utf8';"]);
  });

  it.each(['read committed', 'serializable'])(
    'happens once if several instances start together, at %s',
    async (level) => {
      await asAdmin(`create database ${name}`);
      await asAdmin(
        `alter database ${name} set default_transaction_isolation = '${level}'`,
      );
      const starting = await Promise.all(Array.from({ length: 5 }, instance));
      const taken = await Promise.all(starting.map(async (orm) => migrate(orm)));
      expect(taken.flat()).toEqual(names());
      expect(await readMigrations((await instance()).em.fork())).toEqual(names());
    },
  );

  it('reports what it waits for, and blocks others no longer than its lock timeout', async () => {
    const holder = await openMigrated();
    const reasons: string[] = [];
    const said = () => reasons.join();
    await withLaterMigration(['alter table users add column later text'], async () => {
      const orm = await instance();
      let migrating: Promise<string[]> | undefined;
      await holder.em.fork().transactional(async (em) => {
        await sql`lock table users in access share mode`.execute(statements(em));
        await holder.em.fork().transactional(async (other) => {
          await sql`select pg_advisory_xact_lock(6262537)`.execute(statements(other));
          migrating = migrate(orm, {
            lockTimeout: 20,
            warn: (reason) => reasons.push(reason),
          });
          await expect.poll(said).toMatch(/another instance.*another instance/);
        });
        await expect.poll(said).toMatch(/a table that is in use/);
        expect(await countPeople(holder)).toBe(1);
      });
      expect(await migrating).toEqual([laterMigration]);
    });
  });

  it('leaves the database unchanged if it fails, and can be repeated', async () => {
    const orm = await openMigrated();
    const half = 'alter table users drop column email';
    await withLaterMigration([half, 'select 1 / 0'], async () => {
      await expect(migrate(await instance())).rejects.toThrow('division by zero');
    });
    expect(await countPeople(orm)).toBe(1);
    expect(await readMigrations(orm.em.fork())).toEqual(names());
    await withLaterMigration([half], async () => {
      expect(await migrate(await instance())).toEqual([laterMigration]);
    });
  });

  it('refuses the database of a newer version that runs beside none as old as this', async () => {
    const orm = await openMigrated();
    await recordMigration(orm, laterMigration);
    for (const oldest of ['1.0.1', '1.1.0', '2.0.0', '10.0.0']) {
      await sql`update mikro_orm_migrations set oldest = ${oldest} where name = ${laterMigration}`.execute(
        statements(orm.em),
      );
      await expect(migrate(orm)).rejects.toThrow(/^A newer version/);
      await expect(requireMigrated(orm)).rejects.toThrow(/^A newer version/);
    }
  });

  const outside = { isTransactional: false };
  const index = 'create unique index concurrently later on users (username_key)';

  it('outside a transaction happens once if several instances start together', async () => {
    await openMigrated();
    await withLaterMigration(
      [index],
      async () => {
        const starting = await Promise.all(Array.from({ length: 4 }, instance));
        const taken = await Promise.all(
          starting.map(async (orm) => migrate(orm, { lockTimeout: 50 })),
        );
        expect(taken.flat()).toEqual([laterMigration]);
      },
      outside,
    );
  });

  it('outside a transaction begins again after it broke off, and keeps what came before', async () => {
    const orm = await openEmpty();
    const again = 'drop index concurrently if exists later';
    const build = 'index concurrently later on instances ((1))';
    await withLaterMigration(
      [
        `insert into instances (id, name, version, seen_at)
         select gen_random_uuid(), '', '', now() from generate_series(1, 2)`,
        again,
        `create unique ${build}`,
      ],
      async () => expect(migrate(orm)).rejects.toThrow('could not create unique index'),
      outside,
    );
    expect(await readMigrations(orm.em.fork())).toEqual(names());
    await withLaterMigration(
      [again, `create ${build}`],
      async () => expect(await migrate(orm)).toEqual([laterMigration]),
      outside,
    );
    const { rows } = await sql`
      select indisvalid as "isValid", current_setting('statement_timeout') as timeout
      from pg_index where indexrelid = 'later'::regclass
    `.execute(statements(orm.em.fork()));
    expect(rows).toEqual([{ isValid: true, timeout: '15s' }]);
  });

  it('refuses the database of a version before 1.0.0, in one line, and changes nothing', async () => {
    const orm = await openEmpty();
    await orm.migrator.getExecuted();
    const before = 'Migration20261121000000_first_schema';
    await recordMigration(orm, before);
    await expect(migrate(await instance())).rejects.toThrow(
      /^A version before 1\.0\.0 .*start with an empty database\.$/,
    );
    expect(await readMigrations(orm.em.fork())).toEqual([before]);
  });

  it('again keeps all data', async () => {
    const orm = await openMigrated();
    expect(await migrate(await instance())).toEqual([]);
    expect(await countPeople(orm)).toBe(1);
  });
});
