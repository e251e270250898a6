import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import pino from 'pino';
import { expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { startOn } from '../testing/start-service.ts';

const database = useTestDatabase();
const namecard = join(import.meta.dirname, '../../../../namecard');

/** What the next version does, as far as this one sees it. */
const migrateTo = async (oldest: string) =>
  database().orm.em.getConnection().execute(`
    alter table profiles add column if not exists pronouns text;
    delete from mikro_orm_migrations where name = 'Migration29991231000000_pronouns';
    insert into mikro_orm_migrations (name, oldest) values ('Migration29991231000000_pronouns', '${oldest}');
  `);

const settings = () => ({ DATABASE_URL: database().url, SECRET_KEY: testSecretKey });

it('after a migration of the next version this one starts again and runs commands, each with one warning', async () => {
  await migrateTo('1.0.0');
  const log: string[] = [];
  const logger = pino({}, { write: (line) => void log.push(line) });
  const service = await startOn(database().url, { logger });
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200);
  await service.close();
  const warned = /newer version.*_pronouns.*can run beside it/g;
  expect(log.join('').match(warned)).toHaveLength(1);
  const checked = await promisify(execFile)(namecard, ['doctor', '--repair'], {
    env: { PATH: process.env['PATH'], ...settings() },
  });
  expect(checked.stderr.match(warned)).toHaveLength(1);
});

it('a migration that names a newer version is refused by start and commands', async () => {
  await migrateTo('1.0.1');
  const refusal = /^A newer version .*_pronouns.*$/;
  await expect(startOn(database().url)).rejects.toThrow(refusal);
  const { err, code } = await runCommand(['doctor', '--repair'], settings());
  expect({ err: err.trimEnd(), code }).toEqual({
    err: expect.stringMatching(refusal),
    code: 1,
  });
});

it('migrate --beside tells a version that a migration would bar from any failure', async () => {
  const beside = async (version: string) =>
    (await runCommand(['migrate', '--beside', version], settings())).code;
  expect(await beside('0.9.9')).toBe(0);
  await database()
    .orm.em.getConnection()
    .execute(`delete from mikro_orm_migrations where name like '%first_schema'`);
  expect(await beside('0.9.9')).toBe(2);
  expect(await beside('1.0.0')).toBe(0);
  expect(await beside('none')).toBe(1);
});
