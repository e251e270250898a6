import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();
const program = fileURLToPath(new URL('../namecard.js', import.meta.url));

const settings = () => ({ DATABASE_URL: database().url, SECRET_KEY: testSecretKey });

describe('a file that can’t be used is named in one line', () => {
  it.each([
    ['ENOENT', ['backup', '/nonexistent/x']],
    ['ENOTDIR', ['backup', '/etc/hostname/x']],
    ['ENAMETOOLONG', ['backup', `/tmp/${'x'.repeat(300)}`]],
    ['ENOENT', ['restore', '/nonexistent/x']],
    ['ENOENT', ['user', 'trace', 'ann@example.com', '/nonexistent/x.log']],
    ['EISDIR', ['restore', '/tmp']],
  ])('%s of %j', async (code, args) => {
    const printed = await runCommand(args, settings());
    expect(printed).toMatchObject({ out: '', code: 1 });
    expect(printed.err).toMatch(
      new RegExp(`^/.* can’t be (used|read) \\(${code}\\)\\.\n$`),
    );
  });
});

it.each([['doctor'], ['backup', '/tmp/never-written.backup'], ['counts', 'check']])(
  '%s says that the database can’t be reached if its socket does not exist',
  async (...args) => {
    const DATABASE_URL = 'postgresql://nobody@/nothing?host=/nonexistent';
    const { out, err, code } = await runCommand(args, { ...settings(), DATABASE_URL });
    expect(code).toBe(1);
    expect(out + err).toMatch(/database.*can’t be (used|reached): .*ENOENT/);
  },
);

/** Runs a command and closes the pipe of its output. */
async function runUnread(args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...settings() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { printed, code };
}

it.each([
  [['user', 'export', 'ann@example.com']],
  [['user', 'show', 'ann@example.com']],
  [['config']],
  [['counts', 'check', '--json']],
])(
  '%j ends quietly if nobody reads its output',
  async (args) => {
    await database().orm.em.execute(
      `insert into users (id, email, email_key) values (gen_random_uuid(), 'ann@example.com', 'ann@example.com') on conflict do nothing`,
    );
    expect(await runUnread(args)).toEqual({ printed: '', code: 0 });
  },
  30_000,
);
