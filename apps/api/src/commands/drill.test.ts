import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestDatabase } from '@namecard/db/testing';
import { fetchJson, makeDataDirectory, requestCode, runService, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { type Printed, runCommand } from '../testing/run-command.ts';
import { readBackup } from './backup-file.ts';

const database = useTestDatabase();

/** The command has to succeed. */
async function namecard(args: string[], settings: Record<string, string>): Promise<Printed['out']> {
  const { out, err, code } = await runCommand(args, settings);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return out;
}

/** Everything that a backup holds but when it was taken. */
const contentOf = async (path: string) =>
  readBackup(path, async ({ tables, migrations, sequences }) => {
    const content: Record<string, string[]> = {};
    for await (const { name, rows } of tables) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of rows) chunks.push(chunk);
      content[name] = Buffer.concat(chunks).toString().split('\n').toSorted();
    }
    return { content, migrations, sequences };
  });

describe('a drill', () => {
  it('backup, restore into an empty database, backup: the same rows; move: sign-in goes on', async () => {
    await using here = await makeDataDirectory();
    await using there = await makeDataDirectory();
    const files = ['first', 'second'].map((name) => join(here.path, name));
    const [first = '', second = ''] = files;
    const service = runService({ DATA_DIR: here.path, LOG_LEVEL: 'error' }, { args: ['--demo'] });
    const addresses = await service.ready;
    const token = await signIn(addresses, 'ann@example.com');
    const otp = await requestCode(addresses, 'ben@example.com');

    // Beside the running service, then into another embedded database, whose role is an ordinary owner.
    await namecard(['backup', first], { DATA_DIR: here.path });
    expect(await namecard(['restore', first], { DATA_DIR: there.path })).toMatch(/^\d+ rows were/);
    await namecard(['backup', second], { DATA_DIR: there.path });
    const content = await contentOf(first);
    expect(content.content['profiles']?.length).toBeGreaterThan(300);
    expect(await contentOf(second)).toEqual(content);

    expect(await service.stop()).toBe(0);
    await database()
      .orm.em.getConnection()
      .execute('drop schema public cascade; create schema public');
    const SECRET_KEY = await readFile(join(here.path, 'secret-key'), 'utf8');
    const moved = await namecard(['move', database().url], { DATA_DIR: here.path });
    expect(moved).toContain('secret-key');
    expect(moved).not.toContain(SECRET_KEY);
    await using elsewhere = runService({ DATABASE_URL: database().url, SECRET_KEY });
    const { origin } = await elsewhere.ready;
    expect((await fetchJson(`${origin}/api/v1/users/me`, { token })).status).toBe(200);
    const json = { email: 'ben@example.com', otp };
    expect((await fetchJson(`${origin}/api/v1/auth/verify-code`, { json })).status).toBe(200);
  });

  it('move says so where a service still writes to what it left', async () => {
    await using here = await makeDataDirectory();
    await using service = runService({ DATA_DIR: here.path, LOG_LEVEL: 'error' });
    await service.ready;
    await database()
      .orm.em.getConnection()
      .execute('drop schema public cascade; create schema public');
    const moved = await namecard(['move', database().url], { DATA_DIR: here.path });
    expect(moved).toContain('A service is still connected');
  });
});
