import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestDatabase } from '@namecard/db/testing';
import {
  fetchJson,
  makeDataDirectory,
  requestCode,
  runService,
  signIn,
  testSecretKey,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { type Printed, runCommand } from '../testing/run-command.ts';
import { readBackup } from './backup-file.ts';

const database = useTestDatabase();
const other = useTestDatabase();

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

const empty = async ({ orm }: ReturnType<typeof database>) =>
  orm.em.getConnection().execute('drop schema public cascade; create schema public');

describe('restore', () => {
  it('erases again whom receipts say were erased after the backup', async () => {
    await using directory = await makeDataDirectory();
    const [file, receipts] = ['backup', 'receipts'].map((name) => join(directory.path, name));
    const common = { SECRET_KEY: testSecretKey, DATA_DIR: directory.path };
    const from = { DATABASE_URL: database().url, ...common };
    const to = { DATABASE_URL: other().url, ...common };
    const id = randomUUID();
    await database().orm.em.getConnection().execute(`
      insert into users (id, email, email_key, username, username_key)
        values ('${id}', 'ann@example.com', 'ann@example.com', 'ann', 'ann')
    `);
    await namecard(['counts', 'check'], from);
    await namecard(['backup', file ?? ''], from);
    await empty(other());
    await writeFile(receipts ?? '', `{"userId":"${id}","at":"2026-11-22T15:00:00.000Z"}\n{"use`);
    const out = await namecard(['restore', file ?? '', '--erasures', receipts ?? ''], to);
    expect(out).toContain('Erased again: 1 ');
    expect(await runCommand(['user', 'show', 'ann@example.com'], to)).toMatchObject({ code: 1 });
    expect(await runCommand(['user', 'show', 'ann@example.com'], from)).toMatchObject({ code: 0 });
  });
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
    const restored = await contentOf(second);
    // Cursors of before are not valid after it.
    expect(restored.content['change_feeds']).not.toEqual(content.content['change_feeds']);
    content.content['change_feeds'] = restored.content['change_feeds'] ?? [];
    expect(restored).toEqual(content);

    expect(await service.stop()).toBe(0);
    await empty(database());
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
    await empty(database());
    const moved = await namecard(['move', database().url], { DATA_DIR: here.path });
    expect(moved).toContain('A service is still connected');
  });
});
