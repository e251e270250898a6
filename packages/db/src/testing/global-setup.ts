import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { withConnection } from '@namecard/embedded-postgres';
import { makeTemplate } from './make-template.ts';
import { administratorOf, dropDatabase } from './provided.ts';
import { startTemporary, type TestServer } from './temporary-server.ts';

/** One migrated database per run. Default: a temporary embedded server. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const run = `namecard_test_${randomBytes(4).toString('hex')}`;
  const template = `${run}_template`;
  const tearDown = async (): Promise<void> => {
    try {
      await dropDatabases(server.adminUrl, run);
    } finally {
      await server.stop();
    }
  };
  try {
    await makeTemplate(server.adminUrl, template);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testDatabases', { adminUrl: server.adminUrl, template });
  return tearDown;
}

async function findServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given === undefined || given === '') return startTemporary();
  const { rows } = await withConnection(given, async (client) =>
    client.query<{ server_version_num: string }>('SHOW server_version_num'),
  );
  if (Number(rows[0]?.server_version_num) < 150_000) {
    throw new Error('TEST_DATABASE_URL has to lead to PostgreSQL 15 or newer');
  }
  return { adminUrl: given, stop: async () => {} };
}

/** The template, and databases that interrupted tests left behind. */
async function dropDatabases(adminUrl: string, run: string): Promise<void> {
  const { rows } = await administratorOf(adminUrl).query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [run],
  );
  for (const { datname } of rows) {
    await dropDatabase(adminUrl, datname);
  }
}
