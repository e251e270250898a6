import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestDatabase } from '@namecard/db/testing';
import { runService, testSecretKey } from '@namecard/testing';
import { expect, it } from 'vitest';

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

const check = async () =>
  promisify(execFile)(namecard, ['doctor', '--repair'], {
    env: { PATH: process.env['PATH'], ...settings() },
  });

it('after a migration of the next version this one starts again and runs commands, each with one warning', async () => {
  await migrateTo('1.0.0');
  await using service = runService({ ...settings(), NODE_ENV: 'test' });
  const { origin } = await service.ready;
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await service.stop();
  const warned = /newer version.*_pronouns.*can run beside it/g;
  expect(`${service.stdout()}${service.stderr()}`.match(warned)).toHaveLength(1);
  expect((await check()).stderr.match(warned)).toHaveLength(1);
});

it('a migration that names a newer version is refused by start and commands', async () => {
  await migrateTo('1.0.1');
  await using service = runService(settings());
  expect(await service.exited).toBe(1);
  expect(service.stderr()).toMatch(/^A newer version .*_pronouns.*\n$/);
  await expect(check()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A newer version .*_pronouns.*\n$/),
  });
});
