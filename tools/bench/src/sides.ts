import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openOrm, type Orm } from '@namecard/db';
import { fetchJson } from '@namecard/testing';
import { z } from 'zod';
import { thisCheckout, type Version } from './checkout.ts';
import type { Postgres } from './postgres.ts';
import { environment, sessionsUsed } from './settings.ts';

const run = promisify(execFile);

const peers = fileURLToPath(new URL('../peers', import.meta.url));

/** A signed-in person with a profile. */
export type Person = { token: string; username: string };

/** A measured server and its own database. */
export type Side = AsyncDisposable & {
  name: string;
  kind: 'service' | 'by hand' | 'better-auth';
  origin: string;
  pid: number;
  people: readonly Person[];
  /** The bench's own connection to the database. */
  orm: Orm;
};

export const asPerson = (token: string) => ({ authorization: `Bearer ${token}` });

/** Uses the version's own command. Returns the sessions' tokens. */
async function seed({ root }: Version, databaseUrl: string, size: number) {
  const counts = ['--users', String(size), '--profiles', String(size)];
  const sessions = ['--sessions', String(sessionsUsed + 1), '--print-tokens'];
  const { stdout } = await run(
    'npm',
    ['run', '-s', 'seed', '--', ...counts, ...sessions],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: databaseUrl },
    },
  );
  return stdout.trim().split('\n').slice(1);
}

type Program = { args: string[]; cwd: string; variables?: Record<string, string> };

const Manifest = z.object({ scripts: z.object({ start: z.string() }) });

/** Node's arguments and variables in this version's `npm start`. */
async function programOf({ root }: Version): Promise<Program> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const words = Manifest.parse(JSON.parse(text)).scripts.start.split(' ');
  const node = words.indexOf('node');
  const variables = words.slice(0, node).filter((word) => word.includes('='));
  return {
    args: words.slice(node + 1),
    cwd: root,
    variables: Object.fromEntries(variables.map((word) => word.split('='))),
  };
}

/** The address that a starting server prints. */
async function originIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin !== undefined) {
      // A pipe without a reader would stop the server once it is full.
      output.resume();
      return origin;
    }
  }
  throw new Error('The server ended before it listened.');
}

const OwnProfiles = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })).min(1) }),
});

async function peopleOf(origin: string, tokens: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const token of tokens) {
    const { body } = await fetchJson(`${origin}/api/v1/users/me/profiles`, { token });
    const [profile] = OwnProfiles.parse(body).data.profiles;
    people.push({ token, username: profile?.username ?? '' });
  }
  return people;
}

export type World = {
  postgres: Postgres;
  /** Takes all mail, as the provider does. */
  mailUrl: string;
  /** Users and profiles at the beginning. */
  size: number;
};

async function startSide(
  side: Pick<Side, 'name' | 'kind' | 'people'>,
  { args, cwd, variables }: Program,
  databaseUrl: string,
  { mailUrl }: World,
): Promise<Side> {
  const { PATH, HOME } = process.env;
  const own = { PORT: '0', DATABASE_URL: databaseUrl, POSTMARK_API_URL: mailUrl };
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...variables, ...environment, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => process.off('exit', kill));
  const origin = await originIn(child.stdout);
  // On a busy machine a new service may report overload.
  while (side.kind === 'service' && !(await fetch(`${origin}/readyz`)).ok) {
    await sleep(100);
  }
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  return {
    ...side,
    origin,
    pid: child.pid ?? 0,
    orm,
    [Symbol.asyncDispose]: async () => {
      await orm.close();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Seeds a database, and a copy for the server by hand. */
export async function startVersion(
  version: Version,
  world: World,
  withHand: boolean,
): Promise<Side[]> {
  const database = version === thisCheckout ? 'own' : 'revision';
  const url = await world.postgres.createDatabase(database);
  const tokens = await seed(version, url, world.size);
  await world.postgres.vacuum(url);
  const copy = withHand
    ? await world.postgres.createDatabase('by_hand', database)
    : undefined;
  const nobody = { name: version.name, kind: 'service' as const, people: [] };
  const service = await startSide(nobody, await programOf(version), url, world);
  const people = await peopleOf(service.origin, tokens);
  if (copy === undefined) return [{ ...service, people }];
  const hand = await startSide(
    { name: 'by hand', kind: 'by hand', people },
    { args: [join(peers, 'hand-written/server.ts')], cwd: peers },
    copy,
    world,
  );
  return [{ ...service, people }, hand];
}

/** Installs better-auth, which no other command needs, and starts it. */
export async function startBetterAuth(
  people: readonly Person[],
  world: World,
): Promise<Side> {
  if (!existsSync(join(peers, 'node_modules'))) {
    const args = ['ci', '--no-audit', '--no-fund'];
    execFileSync('npm', args, { cwd: peers, stdio: 'inherit' });
  }
  const url = await world.postgres.createDatabase('better_auth');
  await run(
    process.execPath,
    [join(peers, 'better-auth/prepare.ts'), String(world.size)],
    {
      env: { ...process.env, ...environment, DATABASE_URL: url },
    },
  );
  await world.postgres.vacuum(url);
  return startSide(
    { name: 'better-auth', kind: 'better-auth', people },
    { args: [join(peers, 'better-auth/server.ts')], cwd: peers },
    url,
    world,
  );
}
