import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { expect, it } from 'vitest';

const database = useTestDatabase();
const program = fileURLToPath(new URL('../namecard.js', import.meta.url));

/** Milliseconds; PostgreSQL itself gives up after a minute. */
const timeout = 45_000;

function withoutPassword(): string {
  const url = new URL(database().url);
  url.password = '';
  return url.href;
}

/** Runs a process to its end and returns its output. */
async function run(args: string[], settings: Record<string, string>) {
  const { PGPASSWORD: _, ...environment } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, SECRET_KEY: testSecretKey, ...settings },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const [code] = await once(child, 'close');
  return { code, printed };
}

it.each([['doctor'], ['backup', 'never-written.backup'], ['doctor', '--repair']])(
  'a missing password ends %s at once, and the line names DATABASE_URL',
  async (...args) => {
    const { code, printed } = await run(args, { DATABASE_URL: withoutPassword() });
    expect(code).toBe(1);
    expect(printed).toMatch(/asks for a password: write it into DATABASE_URL/);
  },
  timeout,
);

it(
  'a missing password ends move at once, and the line names TO_URL',
  async () => {
    const { code, printed } = await run(['move', withoutPassword()], {
      DATABASE_URL: database().url,
    });
    expect(code).toBe(1);
    expect(printed).toMatch(/asks for a password: write it into TO_URL/);
  },
  timeout,
);
