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
import { z } from 'zod';
import type { HttpRequest } from './caller.ts';
import type { Version } from './checkout.ts';
import type { Postgres } from './postgres.ts';
import { send } from './send.ts';
import { environment, sessionsUsed } from './settings.ts';

const run = promisify(execFile);

const peers = fileURLToPath(new URL('../peers', import.meta.url));

/** A signed-in person with a profile. */
export type Person = { token: string; username: string };

type People = {
  people: readonly Person[];
  /** Another person, who may moderate. */
  moderator: string;
};

/** A measured server and its own database. */
export type Side = People & {
  name: string;
  kind: 'service' | 'by hand' | 'better-auth';
  databaseUrl: string;
  /** Profiles at the beginning. */
  size: number;
  /** Node's arguments and folder. */
  program: { args: string[]; cwd: string; variables: Record<string, string> };
};

/** A running side. */
export type Subject = Side & AsyncDisposable & { origin: string; pid: number };

export const asPerson = (token: string) => ({ authorization: `Bearer ${token}` });

/** Uses the version's own command. Returns the sessions' tokens. */
async function seed(
  { root }: Version,
  databaseUrl: string,
  size: number,
): Promise<string[]> {
  const counts = ['--users', String(size), '--profiles', String(size)];
  const sessions = ['--sessions', String(sessionsUsed + 1), '--print-tokens'];
  const args = ['run', '-s', 'seed', '--', ...counts, ...sessions];
  const { stdout } = await run('npm', args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: databaseUrl },
  });
  return stdout.trim().split('\n');
}

const Manifest = z.object({ scripts: z.object({ start: z.string() }) });

/** Node's arguments and variables in this version's `npm start`. */
async function programOf({ root }: Version): Promise<Side['program']> {
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

/** On a busy machine a new service may report overload. */
async function untilReady(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz`)).ok) await sleep(100);
}

export async function startSubject(side: Side): Promise<Subject> {
  const { args, cwd, variables } = side.program;
  const { PATH, HOME } = process.env;
  const own = { PORT: '0', DATABASE_URL: side.databaseUrl };
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...variables, ...environment, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => process.off('exit', kill));
  const origin = await originIn(child.stdout);
  if (side.kind === 'service') await untilReady(origin);
  return {
    ...side,
    origin,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

const OwnProfiles = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })).min(1) }),
});

async function peopleOf(
  { origin }: Subject,
  [moderator = '', ...tokens]: readonly string[],
): Promise<People> {
  const path = '/api/v1/users/me/profiles';
  const requests = tokens.map((token): HttpRequest => ({
    method: 'GET',
    path,
    headers: asPerson(token),
  }));
  const { bodies } = await send(origin, requests, { callers: 1 });
  const people = tokens.map((token, index) => {
    const [profile] = OwnProfiles.parse(JSON.parse(bodies[index] ?? '')).data.profiles;
    return { token, username: profile?.username ?? '' };
  });
  return { people, moderator };
}

type Where = { postgres: Postgres; size: number };

/** Creates and seeds a database for a version. */
async function prepareService(
  version: Version,
  { postgres, size }: Where,
  database: string,
): Promise<Side> {
  const databaseUrl = await postgres.createDatabase(database);
  const tokens = await seed(version, databaseUrl, size);
  await postgres.vacuum(databaseUrl);
  const side: Side = {
    name: version.name,
    kind: 'service',
    databaseUrl,
    size,
    program: await programOf(version),
    people: [],
    moderator: '',
  };
  await using subject = await startSubject(side);
  return { ...side, ...(await peopleOf(subject, tokens)) };
}

/** The peers are a separate package, because no other command needs it. */
function installPeers(): void {
  if (existsSync(join(peers, 'node_modules'))) return;
  const args = ['ci', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: peers, stdio: 'inherit' });
}

const programAt = (path: string): Side['program'] => ({
  args: [join(peers, path)],
  cwd: peers,
  variables: {},
});

async function prepareBetterAuth(own: Side, { postgres, size }: Where): Promise<Side> {
  const databaseUrl = await postgres.createDatabase('better_auth');
  const prepare = join(peers, 'better-auth/prepare.ts');
  await run(process.execPath, [prepare, String(size)], {
    env: { ...process.env, ...environment, DATABASE_URL: databaseUrl },
  });
  await postgres.vacuum(databaseUrl);
  const program = programAt('better-auth/server.ts');
  return { ...own, name: 'better-auth', kind: 'better-auth', databaseUrl, program };
}

/**
 * This version, the others, and this version again in another process. The last
 * difference shows the error of the measurement.
 * @param before revisions; without any, the peers
 */
export async function prepareSides(
  version: Version,
  before: readonly Version[],
  where: Where,
): Promise<[Side, ...Side[]]> {
  const { postgres } = where;
  const own = await prepareService(version, where, 'own');
  const itself = await postgres.createDatabase('itself', 'own');
  const last: Side = { ...own, name: 'itself', databaseUrl: itself };
  if (before.length > 0) {
    const others: Side[] = [];
    for (const other of before) {
      others.push(await prepareService(other, where, `side_${others.length}`));
    }
    return [own, ...others, last];
  }
  installPeers();
  const byHand: Side = {
    ...own,
    name: 'by hand',
    kind: 'by hand',
    databaseUrl: await postgres.createDatabase('by_hand', 'own'),
    program: programAt('hand-written/server.ts'),
  };
  return [own, byHand, await prepareBetterAuth(own, where), last];
}
