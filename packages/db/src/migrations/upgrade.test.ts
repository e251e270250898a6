import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { statements } from '../database.ts';
import { withConnection } from '../embedded/connection.ts';
import { migrate, openOrm, type Orm } from '../orm.ts';
import { withDatabase } from '../testing/provided.ts';

let name: string;
let instances: Orm[];

/** An instance of the service that is about to start. */
async function instance(): Promise<Orm> {
  const orm = await openOrm({ url: withDatabase(inject('testDatabases').adminUrl, name) });
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

  it('is done once by instances that start at once', async () => {
    const starting = await Promise.all(Array.from({ length: 5 }, instance));
    await Promise.all(starting.map(migrate));
    const orm = await instance();
    expect(await orm.migrator.getPending()).toEqual([]);
    const executed = (await orm.migrator.getExecuted()).map((migration) => migration.name);
    expect(new Set(executed).size).toBe(executed.length);
  });

  it('again leaves a database with all that it holds', async () => {
    const orm = await instance();
    await migrate(orm);
    await addPerson(orm);
    await migrate(await instance());
    expect(await countPeople(orm)).toBe(1);
  });
});
