import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { openOrm, statements, type Orm } from '@namecard/db';
import { fetchJson } from '@namecard/testing';
import { sql } from 'kysely';
import type { Figure } from '../figures.ts';
import { actors, type Fixture, hide, list, namesIn, read } from './fixture.ts';

/** Who acts at a time: each on an account and a profile of their own, so that what one does says nothing of another's. */
const workers = 12;

/** Requests that are under way while something ends, so that look-ups and reads of before it are there to be joined. */
const crowd = 3;

type Subject = { userId: string; username: string };

const anyOf = <Item>(items: readonly [Item, Item]): Item =>
  items[Math.random() < 0.5 ? 0 : 1];

/** A session of the account's, written into the database: signing in a hundred thousand times would measure that. */
async function beginSession(orm: Orm, userId: string): Promise<string> {
  const token = `nc_${randomBytes(32).toString('base64url')}`;
  await sql`
    insert into sessions (id, user_id, token_hash, browser, system)
    values (${randomUUID()}, ${userId}, ${createHash('sha256').update(token).digest()}, 'Firefox', 'Linux')
  `.execute(statements(orm.em.fork()));
  return token;
}

/** Whoever has a profile, but those who act. */
async function subjectsOf(orm: Orm): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select distinct on (users.id) users.id as "userId", profiles.username
    from users join profiles on owner_id = users.id where not hidden
      and substring(email_key from '^person([0-9]+)@')::int > ${actors}
  `.execute(statements(orm.em.fork()));
  return rows.slice(0, workers);
}

/** Does something while others ask, and waits for all of them. */
async function amid(
  ask: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const asked = Array.from({ length: crowd }, async () => ask());
  await act();
  await Promise.all(asked);
}

async function done(answer: ReturnType<typeof fetchJson>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) {
    throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
}

/**
 * What was ended, suspended or hidden is so for the next request, at whichever of the two instances: among requests that ask for the
 * same at the same moment, none is given an answer of before.
 */
export async function interleavings(
  { servers, tokens: [admin = '', reader = ''] }: Fixture,
  origins: [string, string],
  times: number,
): Promise<Figure[]> {
  const orm = await openOrm({ url: servers.primary.url, poolSize: workers });
  const subjects = await subjectsOf(orm);
  const missed = { ended: 0, suspended: 0, hidden: 0, restored: 0 };
  const me = async (token: string) =>
    fetchJson(`${anyOf(origins)}/api/v1/users/me`, { token });
  const moderate = async (name: string, json: object) =>
    done(fetchJson(`${anyOf(origins)}/trpc/moderation.${name}`, { token: admin, json }));
  const isRefused = async (token: string) => (await me(token)).status === 401;

  const acts = [
    async ({ userId }: Subject) => {
      const token = await beginSession(orm, userId);
      const end = async () =>
        done(
          fetchJson(`${anyOf(origins)}/api/v1/auth/sign-out`, { method: 'POST', token }),
        );
      await amid(async () => me(token), end);
      missed.ended += Number(!(await isRefused(token)));
    },
    async ({ userId }: Subject) => {
      const token = await beginSession(orm, userId);
      const suspend = async () =>
        moderate('users.suspend', { id: userId, reason: 'spam' });
      await amid(async () => me(token), suspend);
      missed.suspended += Number(!(await isRefused(token)));
      await moderate('users.unsuspend', { id: userId });
    },
    async ({ username }: Subject) => {
      const look = async () => read(anyOf(origins), reader, username);
      await amid(look, async () => hide(anyOf(origins), admin, username));
      missed.hidden += Number((await look()).status !== 404);
      missed.hidden += Number(
        namesIn(await list(anyOf(origins), reader)).includes(username),
      );
      await amid(look, async () => moderate('profiles.restore', { username }));
      missed.restored += Number(
        (await read(anyOf(origins), admin, username)).status !== 200,
      );
    },
  ];
  let begun = 0;
  const work = async (subject: Subject) => {
    while (begun < times) {
      begun += 1;
      await acts[begun % acts.length]?.(subject);
    }
  };
  const outcomes = await Promise.allSettled(subjects.map(work));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  await orm.close();
  return Object.entries(missed).map(([what, value]) => ({
    name: `${what}, and the next request did not see it, of ${times}`,
    value,
    atMost: 0,
  }));
}
