import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

/** Milliseconds; PostgreSQL itself gives up after a minute. */
const timeout = 45_000;

function withoutPassword(): string {
  const url = new URL(database().url);
  url.password = '';
  return url.href;
}

beforeEach(() => void vi.stubEnv('PGPASSWORD', undefined));

it.each([
  ['DATABASE_URL', ['doctor']],
  ['DATABASE_URL', ['backup', 'never-written.backup']],
  ['DATABASE_URL', ['doctor', '--repair']],
  ['TO_URL', ['move']],
])(
  'a missing password of %s ends %j at once, and the line names the setting',
  async (setting, args) => {
    const isMove = setting === 'TO_URL';
    const { out, err, code } = await runCommand(
      isMove ? [...args, withoutPassword()] : args,
      {
        DATABASE_URL: isMove ? database().url : withoutPassword(),
        SECRET_KEY: testSecretKey,
      },
    );
    expect(code).toBe(1);
    expect(out + err).toMatch(
      new RegExp(`asks for a password: write it into ${setting}`),
    );
  },
  timeout,
);
