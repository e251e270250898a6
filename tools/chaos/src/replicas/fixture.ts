import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, nodeFlags, startService, type Answer } from '@namecard/testing';
import { z } from 'zod';
import { seed } from '../abuse/subject.ts';
import { byTurns, productionSettings } from '../sign-in/fixture/fixture.ts';
import { openInbox } from '../sign-in/fixture/inbox.ts';
import { type Servers, startServers } from './servers.ts';

/** Two instances on a primary and its standbys, and two that know of the primary alone. */
export type Fixture = AsyncDisposable & {
  servers: Servers;
  origins: [string, string];
  /** Of the instances without `READ_DATABASE_URL`. */
  plain: [string, string];
  /** Of sessions: the first is an admin's. */
  tokens: string[];
};

/** Those who act: `person1@example.com` and so on. */
export const actors = 20;

export async function openFixture(): Promise<Fixture> {
  await using opened = new AsyncDisposableStack();
  const servers = opened.use(await startServers());
  const all = await seed(servers.primary.url, { users: actors + 12, profiles: 300 });
  // The others are suspended again and again, which ends their sessions.
  const tokens = all.slice(0, actors);
  const inbox = await openInbox();
  opened.defer(() => inbox.close());
  const settings = {
    ...productionSettings(servers.primary.url, inbox),
    ADMIN_EMAILS: 'person1@example.com',
    MAX_PROFILES_PER_ACCOUNT: '0',
  };
  const start = async (changes: Record<string, string>) => {
    const service = await startService({ ...settings, ...changes }, { flags: nodeFlags });
    opened.defer(async () => {
      await service.stop();
    });
    return service.origin;
  };
  const replicas = { READ_DATABASE_URL: `${servers.prompt.url},${servers.late.url}` };
  const origins: [string, string] = [await start(replicas), await start(replicas)];
  const plain: [string, string] = [await start({}), await start({})];
  const running = opened.move();
  return {
    servers,
    origins,
    plain,
    tokens,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Waits for about as long as the prompt replica takes to catch up or, now and then, the late one. */
export const pause = async () =>
  sleep(Math.random() * (Math.random() < 0.1 ? 1_000 : 150));

const Page = z.object({
  data: z.object({
    profiles: z.array(z.object({ username: z.string() })),
    nextCursor: z.string().nullish(),
  }),
});

export const namesIn = ({ body }: Answer) =>
  Page.parse(body).data.profiles.map(({ username }) => username);

const done = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body, headers } = await answer;
  if (status !== 200) {
    throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
  return { status, body, headers };
};

export const list = async (origin: string, token: string) =>
  done(fetchJson(`${origin}/api/v1/profiles?limit=20`, { token }));

export const read = async (origin: string, token: string, username: string) =>
  fetchJson(`${origin}/api/v1/profiles/${username}`, { token });

export const create = async (origin: string, token: string, username: string) =>
  done(
    fetchJson(`${origin}/api/v1/profiles`, { token, json: { username, referral: '' } }),
  );

export const hide = async (origin: string, token: string, username: string) =>
  done(
    fetchJson(`${origin}/trpc/moderation.profiles.hide`, { token, json: { username } }),
  );

/** The usernames that a walk over both instances, page by page, finds. */
export async function walk(origins: [string, string], token: string): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined = '';
  for (let turn = 0; typeof cursor === 'string'; turn += 1) {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== '' && { cursor }) });
    const address = `${byTurns(origins, turn)}/api/v1/profiles/walk?${query.toString()}`;
    const answer = await done(fetchJson(address, { token }));
    names.push(...namesIn(answer));
    cursor = Page.parse(answer.body).data.nextCursor;
  }
  return names;
}
