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

it.each([[['doctor']], [['backup', 'never-written.backup']], [['doctor', '--repair']]])(
  'a missing password ends %j at once, and the line names the setting',
  async (args) => {
    const { out, err, code } = await runCommand(args, {
      DATABASE_URL: withoutPassword(),
      SECRET_KEY: testSecretKey,
    });
    expect(code).toBe(1);
    expect(out + err).toContain('asks for a password: write it into DATABASE_URL');
  },
  timeout,
);
