import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { peopleIn, type Person } from './people.ts';
import type { Workload } from './requests.ts';

const run = promisify(execFile);

const debian = '/usr/lib/postgresql';

/** Debian keeps the program beside the server that it came with. */
function program(): string {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted() : [];
  const found = versions
    .map((version) => join(debian, version, 'bin/pgbench'))
    .findLast((path) => existsSync(path));
  return found ?? 'pgbench';
}

const scriptAt = (name: string) =>
  new URL(`pgbench/${name.replaceAll(' ', '-')}.sql`, import.meta.url);

/** Whether the workload's statements are written out for pgbench. */
export const hasScript = (workload: Workload) => existsSync(scriptAt(workload));

/** The workload's statements for one person, with `@name@` for what depends on them. */
async function scriptOf(
  workload: Workload,
  size: number,
  person: Person,
): Promise<string> {
  const read = async (name: string) => readFile(scriptAt(name), 'utf8');
  const values: Record<string, string> = {
    token_hash: createHash('sha256').update(person.token).digest('hex'),
    user_id: person.userId,
    username_key: person.username.toLowerCase(),
    offset: String(Math.max(1, Math.floor(size / 40) - 1) * 20),
  };
  const text = `${await read('session')}${await read(workload)}`;
  return text.replace(/@(\w+)@/g, (_, name: string) => values[name] ?? '');
}

type Load = {
  clients: number;
  /** In all, or of each client. */
  amount: ['--time' | '--transactions', number];
  scripts: readonly string[];
};

/** How often a second clients with a connection each run scripts, their statements prepared. */
export async function pgbenchRate(
  url: string,
  { clients, amount, scripts }: Load,
): Promise<number> {
  const { stdout } = await run(program(), [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    '--jobs=2',
    ...amount.map(String),
    ...scripts.flatMap((script) => ['--file', script]),
    url,
  ]);
  const [, rate] = stdout.match(/tps = ([\d.]+)/) ?? [];
  if (rate === undefined || /number of failed transactions: [1-9]/.test(stdout)) {
    throw new Error(`pgbench did not succeed: ${stdout}`);
  }
  return Number(rate);
}

/**
 * How often a second the database alone does a workload's statements: prepared, over ten connections, no Node between.
 * It is the limit of whoever sends these statements one after another.
 */
export async function pgbench(
  workload: Workload,
  { databaseUrl, size, seconds }: { databaseUrl: string; size: number; seconds: number },
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-pgbench-'));
  try {
    const scripts: string[] = [];
    // A script for each of as many people as the other sides are asked by; pgbench prepares each once for a connection.
    for (const person of await peopleIn(databaseUrl)) {
      const file = join(directory, `${scripts.length}.sql`);
      await writeFile(file, await scriptOf(workload, size, person));
      scripts.push(file);
    }
    return await pgbenchRate(databaseUrl, {
      clients: 10,
      amount: ['--time', Math.max(1, Math.round(seconds))],
      scripts,
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}
