import { randomUUID } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { User } from '@namecard/db';
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
import { receiptsPath } from '../adapters/erasures.ts';
import { operatorsActs } from '../testing/operators-acts.ts';
import { type Printed, runCommand } from '../testing/run-command.ts';
import { startOn } from '../testing/start-service.ts';
import { readBackup } from './backup-file.ts';

const database = useTestDatabase();
const other = useTestDatabase();

/** Runs a command that must succeed. */
async function namecard(
  args: string[],
  settings: Record<string, string>,
): Promise<Printed['out']> {
  const { out, err, code } = await runCommand(args, settings);
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return out;
}

/** The content of a backup, without the time when it was taken. */
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

describe('receipts of erasures', () => {
  it.each(['restore', 'move'] as const)(
    'that are newer than what %s copies erase the accounts again, and the history says who did it',
    async (command) => {
      await using directory = await makeDataDirectory();
      const [file = '', receipts = ''] = ['backup', 'receipts'].map((name) =>
        join(directory.path, name),
      );
      const common = { SECRET_KEY: testSecretKey, DATA_DIR: directory.path };
      const from = { DATABASE_URL: database().url, ...common };
      const to = { DATABASE_URL: other().url, ...common };
      const [id, ofDataDir] = [randomUUID(), randomUUID()];
      await database().orm.em.getConnection().execute(`
        delete from users;
        insert into users (id, email, email_key, username, username_key) values
          ('${id}', 'ann@example.com', 'ann@example.com', 'ann', 'ann'),
          ('${ofDataDir}', 'ben@example.com', 'ben@example.com', 'ben', 'ben')
      `);
      await namecard(['doctor', '--repair'], from);
      await namecard(['backup', file], from);
      await writeFile(
        receipts,
        `{"userId":"${id}","at":"2026-11-22T15:00:00.000Z"}\n{"use`,
      );
      await writeFile(receiptsPath(directory.path), `{"userId":"${ofDataDir}"}\n`);
      const load = async (...options: string[]) => {
        await empty(other());
        if (command === 'restore') return namecard(['restore', file, ...options], to);
        // The test itself is still connected, so the exit code is 2.
        return (await runCommand(['move', other().url, ...options], from)).out;
      };
      const isThere = async (email: string, { orm }: ReturnType<typeof database>) =>
        (await orm.em.fork().count(User, { email })) > 0;

      // deploy/namecard names a folder first.
      const named = ['--erasures', directory.path, '--erasures', receipts];
      expect(await load(...named)).toContain(
        `Accounts erased again by the receipts in ${receipts}: 1.`,
      );
      expect(await isThere('ann@example.com', other())).toBe(false);
      expect(await isThere('ben@example.com', other())).toBe(true);
      // The account erased a moment ago has a receipt too.
      expect(await load()).toMatch(/Accounts erased again by the receipts in \S+: 2\./);
      expect(await isThere('ben@example.com', other())).toBe(false);
      expect(await isThere('ann@example.com', database())).toBe(true);
      const type = command === 'restore' ? 'database.restored' : 'database.moved';
      expect((await operatorsActs(other())).at(-1)).toMatchObject({
        type,
        before: {},
        after: { takenAt: expect.any(String) },
      });
      const here = (await operatorsActs(database())).map((act) => act.type);
      expect(new Set(here)).toEqual(new Set(['database.backed_up']));
    },
  );
});

it('a restore that fails after the rows are loaded says that accounts may be back', async () => {
  await using directory = await makeDataDirectory();
  const file = join(directory.path, 'backup');
  const common = { SECRET_KEY: testSecretKey, DATA_DIR: directory.path };
  await namecard(['backup', file], { DATABASE_URL: database().url, ...common });
  const to = { DATABASE_URL: other().url, ...common };
  await empty(other());
  await namecard(['migrate'], to);
  await other().orm.em.getConnection().execute(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'No space left' using errcode = '53100'; end $$;
    create trigger no_room before insert on moderation_actions for each statement execute function no_room()
  `);
  const { err, code } = await runCommand(['restore', file], to);
  expect({ err, code }).toEqual({
    err: expect.stringMatching(
      /^The rows are loaded, but accounts that were erased .* may be back: .*53100: No space left/,
    ),
    code: 1,
  });
  await empty(other());
  await namecard(['migrate'], to);
});

describe('a drill', () => {
  it('backup, restore into an empty database, backup: the same rows; move: sign-in goes on, and it says if a service still writes', async () => {
    await using here = await makeDataDirectory();
    await using there = await makeDataDirectory();
    const files = ['first', 'second'].map((name) => join(here.path, name));
    const [first = '', second = ''] = files;
    const service = runService(
      { DATA_DIR: here.path, LOG_LEVEL: 'error' },
      { args: ['--demo'] },
    );
    const addresses = await service.ready;
    const token = await signIn(addresses, 'ann@example.com');
    const otp = await requestCode(addresses, 'ben@example.com');

    // The service keeps running. The target is a new embedded database, whose
    // role is not a superuser.
    await namecard(['backup', first], { DATA_DIR: here.path });
    expect(await namecard(['restore', first], { DATA_DIR: there.path })).toMatch(
      /^\d+ rows were.*\nNo receipts of erasures at \S+erasures\.jsonl: name them/,
    );
    await namecard(['backup', second], { DATA_DIR: there.path });
    const content = await contentOf(first);
    expect(content.content['profiles']?.length).toBeGreaterThan(300);
    const restored = await contentOf(second);
    // Cursors from before the restore are no longer valid.
    expect(restored.content['change_feeds']).not.toEqual(content.content['change_feeds']);
    content.content['change_feeds'] = restored.content['change_feeds'] ?? [];
    // The restored history has one more event: the restore.
    for (const table of ['moderation_actions', 'audit_events']) {
      const before = new Set(content.content[table]);
      const added = restored.content[table]?.filter((row) => !before.has(row));
      expect(added).toEqual([expect.stringContaining('database.restored')]);
      content.content[table] = [...before, ...(added ?? [])].toSorted();
    }
    const lessPositions = ({ sequences, ...others }: typeof content) => ({
      ...others,
      sequences: sequences.filter(
        ({ name }) => !/^(moderation_action|audit_event)_/.test(name),
      ),
    });
    expect(lessPositions(restored)).toEqual(lessPositions(content));

    const move = async () => {
      await empty(database());
      return runCommand(['move', database().url], { DATA_DIR: here.path });
    };
    expect(await move()).toMatchObject({
      code: 2,
      out: expect.stringContaining('A service is still connected'),
    });
    expect(await service.stop()).toBe(0);
    const SECRET_KEY = await readFile(join(here.path, 'secret-key'), 'utf8');
    const { code, out: moved } = await move();
    expect(code).toBe(0);
    expect(moved).toContain('secret-key');
    expect(moved).not.toContain('A service is still connected');
    expect(moved).not.toContain(SECRET_KEY);
    const elsewhere = await startOn(database().url, { settings: { SECRET_KEY } });
    const api = `${elsewhere.address}/api/v1`;
    expect((await fetchJson(`${api}/users/me`, { token })).status).toBe(200);
    const json = { email: 'ben@example.com', otp };
    expect((await fetchJson(`${api}/auth/verify-code`, { json })).status).toBe(200);
    await elsewhere.close();
  });
});

describe('a backup', () => {
  it('is recorded in the history, and doctor says how old it is', async () => {
    await using directory = await makeDataDirectory();
    const settings = {
      DATABASE_URL: database().url,
      SECRET_KEY: testSecretKey,
      DATA_DIR: directory.path,
    };
    await namecard(['backup', '--keep', '3', directory.path], settings);
    expect((await operatorsActs(database())).at(-1)).toEqual({
      type: 'database.backed_up',
      before: {},
      after: { takenAt: expect.stringMatching(/Z$/) },
    });
    const { out } = await runCommand(['doctor'], settings);
    expect(out).toContain('ok    backup: the last one is 0 hours old');
  });

  it('says also as JSON whether it could be recorded', async () => {
    await using directory = await makeDataDirectory();
    const settings = { DATABASE_URL: other().url, SECRET_KEY: testSecretKey };
    const backup = (name: string) =>
      namecard(['backup', '--json', join(directory.path, name)], settings);
    expect(await backup('one')).toContain('"recorded": true');
    const { em } = other().orm;
    await em.execute('alter table audit_events rename to away');
    expect(await backup('two')).toContain('"recorded": false');
    await em.execute('alter table away rename to audit_events');
  });

  it('that fails has deleted what was too much before, so that a full disk has room', async () => {
    await using directory = await makeDataDirectory();
    const place = (name: string) => join(directory.path, name);
    const [old, newest] = ['03', '04'].map(
      (day) => `namecard-2026-11-${day}T030000Z.backup`,
    );
    const left = ['namecard-a.part', 'namecard-b.part'];
    for (const name of [`${old}`, `${newest}`, ...left]) await writeFile(place(name), '');
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(place('namecard-a.part'), hoursAgo, hoursAgo);
    const { code } = await runCommand(['backup', '--keep', '1', directory.path], {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      SECRET_KEY: testSecretKey,
    });
    expect(code).toBe(1);
    expect((await readdir(directory.path)).toSorted()).toEqual([
      newest,
      'namecard-b.part',
    ]);
  });

  it('does not start if --keep is given with a file', async () => {
    const { err, code } = await runCommand(
      ['backup', '--keep', '3', import.meta.filename],
      {
        DATABASE_URL: database().url,
        SECRET_KEY: testSecretKey,
      },
    );
    expect(code).toBe(1);
    expect(err).toMatch(/--keep needs a folder/);
  });
});
