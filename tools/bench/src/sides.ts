import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openOrm, type Orm } from '@namecard/db';
import { fetchJson, productionSettings, runService } from '@namecard/testing';
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

/** What `runService` needs to know. */
type Program = { program: string; flags?: string[]; variables?: Record<string, string> };

const Manifest = z.object({ scripts: z.object({ start: z.string() }) });

/** Node's options and variables in this version's `npm start`. */
async function programOf({ root }: Version): Promise<Program> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const words = Manifest.parse(JSON.parse(text)).scripts.start.split(' ');
  const variables = words.filter((word) => /^[A-Z]\w+=/.test(word));
  return {
    program: join(root, words.at(-1) ?? ''),
    flags: words.filter((word) => word.startsWith('--')),
    variables: Object.fromEntries(variables.map((word) => word.split('='))),
  };
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
  { program, flags = [], variables }: Program,
  databaseUrl: string,
  { mailUrl }: World,
): Promise<Side> {
  const production = productionSettings(databaseUrl, mailUrl);
  const settings = { ...variables, ...production, ...environment };
  const running = runService(settings, { program, flags });
  const { origin } = await running.ready;
  // On a busy machine a new service may report overload.
  while (side.kind === 'service' && !(await fetch(`${origin}/readyz`)).ok) {
    await sleep(100);
  }
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  return {
    ...side,
    origin,
    pid: running.pid,
    orm,
    [Symbol.asyncDispose]: async () => {
      await orm.close();
      await running.stop('SIGKILL');
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
    { program: join(peers, 'hand-written/server.ts') },
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
    { program: join(peers, 'better-auth/server.ts') },
    url,
    world,
  );
}
