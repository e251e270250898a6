import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FakePostmark } from '@namecard/testing';
import { z } from 'zod';
import { serverEnvironment, sessionsUsed } from '../performance/settings.ts';
import type { Version } from './checkout.ts';
import type { Postgres } from './postgres.ts';
import { send } from './send.ts';

const run = promisify(execFile);

const Manifest = z.object({ scripts: z.object({ start: z.string() }) });

const OwnProfiles = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })).min(1) }),
});

/** Somebody signed in who has a profile. */
export type Person = { token: string; username: string };

/** A version with a database of its own, seeded like the others'. */
export type Side = {
  version: Version;
  databaseUrl: string;
  /** Profiles at the beginning. */
  size: number;
  /** Of sessions: somebody who may moderate, and the people who call. */
  moderator: string;
  tokens: readonly string[];
};

/** A side at work: the service as a process of its own. */
export type Subject = AsyncDisposable &
  Pick<Side, 'size' | 'moderator'> & {
    origin: string;
    pid: number;
    people: readonly Person[];
    /** Where this version has moderators' procedures on profiles. */
    moderation: 'moderation.profiles' | 'profiles';
    postmark: FakePostmark;
  };

/** Fills the database by the version's own command, and returns the tokens of the sessions it made. */
async function seed(
  { root }: Version,
  databaseUrl: string,
  size: number,
): Promise<string[]> {
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
  return stdout.trim().split('\n');
}

/** What `npm start` gives to Node in this version: arguments, and variables of the environment. */
async function startWords(root: string) {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { scripts } = Manifest.parse(JSON.parse(text));
  const words = scripts.start.split(' ');
  const program = words.indexOf('node');
  const variables = words.slice(0, program).filter((word) => word.includes('='));
  return {
    args: words.slice(program + 1),
    variables: Object.fromEntries(variables.map((word) => word.split('='))),
  };
}

/** Where a starting service says that it listens, in whatever words. */
async function originIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (origin !== undefined) {
      // A pipe that nobody reads would stop the service once it is full.
      output.resume();
      return origin;
    }
  }
  throw new Error('The service ended before it listened.');
}

/** Just started on a busy machine, a service takes itself for overloaded. */
async function untilReady(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz`)).ok) {
    await sleep(100);
  }
}

async function peopleOf(origin: string, tokens: readonly string[]): Promise<Person[]> {
  const path = '/api/v1/users/me/profiles';
  const bodies = await send(
    origin,
    tokens.map((token) => ({ method: 'GET', path, token })),
    1,
  );
  return tokens.map((token, index) => {
    const [profile] = OwnProfiles.parse(JSON.parse(bodies[index] ?? '')).data.profiles;
    return { token, username: profile?.username ?? '' };
  });
}

async function moderationOf(
  origin: string,
  token: string,
): Promise<Subject['moderation']> {
  const { status } = await fetch(`${origin}/trpc/moderation.profiles.search?input={}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return status === 404 ? 'profiles' : 'moderation.profiles';
}

/** Makes and seeds a database for a version. */
export async function prepareSide(
  version: Version,
  { postgres, name, size }: { postgres: Postgres; name: string; size: number },
): Promise<Side> {
  const databaseUrl = await postgres.createDatabase(name);
  const [moderator = '', ...tokens] = await seed(version, databaseUrl, size);
  await postgres.vacuum(databaseUrl);
  return { version, databaseUrl, size, moderator, tokens };
}

/** Starts the service as production does; mail goes to a stand-in for Postmark. */
export async function startSubject(
  { version, databaseUrl, size, moderator, tokens }: Side,
  postmark: FakePostmark,
): Promise<Subject> {
  const { args, variables } = await startWords(version.root);
  const child = spawn(process.execPath, args, {
    cwd: version.root,
    env: {
      ...variables,
      PATH: process.env['PATH'],
      ...serverEnvironment,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      POSTMARK_API_URL: postmark.url,
      // The first of the people that are seeded.
      ADMIN_EMAILS: 'person1@example.com',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => process.off('exit', kill));
  const origin = await originIn(child.stdout);
  await untilReady(origin);
  return {
    origin,
    pid: child.pid ?? 0,
    size,
    people: await peopleOf(origin, tokens),
    moderator,
    moderation: await moderationOf(origin, moderator),
    postmark,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
