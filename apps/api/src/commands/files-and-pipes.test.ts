import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@namecard/db/testing';
import { fakePostmark, makeDataDirectory, testSecretKey } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();
const program = fileURLToPath(new URL('../namecard.js', import.meta.url));

const settings = () => ({ DATABASE_URL: database().url, SECRET_KEY: testSecretKey });

describe('a file that can’t be used is named in one line', () => {
  it.each([
    ['ENOENT', ['backup'], 'none/x'],
    ['ENOTDIR', ['backup'], 'file/x'],
    ['ENAMETOOLONG', ['backup'], 'x'.repeat(300)],
    ['ENOENT', ['restore'], 'none/x'],
    ['ENOENT', ['user', 'trace', 'ann@example.com'], 'none/x.log'],
    ['ENOENT', ['user', 'trace', 'ann@example.com', '/dev/null'], 'none/x.log'],
    ['EISDIR', ['restore'], ''],
  ])('%s of %j', async (code, args, file) => {
    await using directory = await makeDataDirectory();
    await writeFile(join(directory.path, 'file'), '');
    const printed = await runCommand([...args, join(directory.path, file)], settings());
    expect(printed).toMatchObject({ out: '', code: 1 });
    expect(printed.err).toMatch(
      new RegExp(`^/.* can’t be (used|read) \\(${code}\\)\\.\n$`),
    );
  });
});

it.each([['doctor'], ['backup', 'never-written.backup'], ['doctor', '--repair']])(
  '%s says that the database can’t be reached if its socket does not exist',
  async (...args) => {
    await using directory = await makeDataDirectory();
    const DATABASE_URL = `postgresql://nobody@/nothing?host=${directory.path}`;
    const { out, err, code } = await runCommand(args, { ...settings(), DATABASE_URL });
    expect(code).toBe(1);
    expect(out + err).toMatch(/database.*can’t be (used|reached): .*ENOENT/);
  },
);

const addAnn = () =>
  database().orm.em.execute(
    `insert into users (id, email, email_key) values (gen_random_uuid(), 'ann@example.com', 'ann@example.com') on conflict do nothing`,
  );

it('a command ends quietly if nobody reads its output', async () => {
  await addAnn();
  const child = spawn(process.execPath, [program, 'user', 'export', 'ann@example.com'], {
    env: { ...process.env, ...settings() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ printed, code }).toEqual({ printed: '', code: 0 });
}, 30_000);

it('a command fails if a full disk does not take its output', () => {
  const full = openSync('/dev/full', 'w');
  const words = [program, 'config'];
  const { status, stderr } = spawnSync(process.execPath, words, {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/ENOSPC.*write/)]);
}, 30_000);

it('an export that does not fit on the disk is named, and leaves no file', async () => {
  await using directory = await makeDataDirectory();
  await addAnn();
  const words = ['user', 'export', 'ann@example.com', '--output', 'ann.json'];
  // No file may be longer than 512 bytes.
  const limited = ['-c', 'ulimit -f 1; exec "$@"', '-', process.execPath, program];
  const { status, stderr } = spawnSync('sh', [...limited, ...words], {
    cwd: directory.path,
    env: { ...process.env, ...settings() },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/ann\.json can’t be used \(EFBIG\)\.\n$/),
  ]);
  expect(await readdir(directory.path)).toEqual([]);
}, 30_000);

it('a backup that Ctrl+C ends leaves no part of a file', async () => {
  await using directory = await makeDataDirectory();
  const [signal, printed] = await database().orm.em.transactional(async (em) => {
    // What it waits for.
    await em.execute('lock table users in access exclusive mode');
    const child = spawn(process.execPath, [program, 'backup', directory.path], {
      env: { ...process.env, ...settings() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const begun = () => readdir(directory.path);
    await expect.poll(begun, { timeout: 20_000 }).toHaveLength(1);
    child.kill('SIGINT');
    const [words] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return [child.signalCode, words];
  });
  expect([signal, printed, await readdir(directory.path)]).toEqual(['SIGINT', '', []]);
}, 30_000);

it('Ctrl+C cleans up once', async () => {
  const module = fileURLToPath(new URL('../settings/clean-up.ts', import.meta.url));
  const source = `
    import { cleaningUp, endAtSignals } from '${module}';
    endAtSignals();
    let stop;
    await cleaningUp(async () => {
      console.log('cleaned');
      stop();
      await new Promise((end) => setTimeout(end, 100));
    }, () => {
      setTimeout(() => process.kill(process.pid, 'SIGINT'), 1);
      setTimeout(() => {}, 20_000);
      return new Promise((end) => (stop = end));
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(printed).toBe('cleaned\n');
});

it('a test mail that the provider refuses is told with the words of the provider', async () => {
  await using postmark = await fakePostmark();
  await using directory = await makeDataDirectory();
  postmark.behave('unauthorized');
  const child = spawn(process.execPath, [program, 'mail', 'test', 'ann@example.com'], {
    env: {
      ...process.env,
      ...settings(),
      DATA_DIR: directory.path,
      EMAIL_FROM: 'hello@example.com',
      POSTMARK_SERVER_TOKEN: 'token',
      POSTMARK_API_URL: postmark.url,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(child.stderr)).toMatch(
    /recipients are refused.*credentials_rejected/s,
  );
}, 30_000);
