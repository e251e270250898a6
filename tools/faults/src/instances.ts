import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { ask, read } from './harness/ask.ts';
import { none } from './harness/figures.ts';
import { lookInto } from './harness/look.ts';
import type { Scenario } from './harness/scenario.ts';
import { startService } from './harness/start-service.ts';

/**
 * Calls in progress while something ends, so that earlier reads could be joined.
 */
const crowd = 3;

/** Each acts on their own account and profile. */
const actors = 12;

/** The first two are the admin and a reader. */
const people = { users: actors + 2, profiles: 300 };

type Subject = { userId: string; username: string };

const anyOf = (origins: readonly string[]) =>
  origins[Math.floor(Math.random() * origins.length)] ?? '';

/** Inserts a session, because a hundred thousand sign-ins take too long. */
async function beginSession(orm: Orm, userId: string): Promise<string> {
  const token = `nc_${randomBytes(32).toString('base64url')}`;
  await sql`
    insert into sessions (id, user_id, token_hash, browser, system)
    values (${randomUUID()}, ${userId}, ${createHash('sha256').update(token).digest()}, 'Firefox', 'Linux')
  `.execute(statements(orm.em.fork()));
  return token;
}

async function subjectsOf(orm: Orm): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select distinct on (users.id) users.id as "userId", profiles.username
    from users join profiles on owner_id = users.id where not hidden
      and email_key not in ('person1@example.com', 'person2@example.com')
  `.execute(statements(orm.em.fork()));
  return rows.slice(0, actors);
}

/** Does something during other calls and waits for all. */
async function amid(
  look: () => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const asked = Array.from({ length: crowd }, async () => look());
  await act();
  await Promise.all(asked);
}

const Page = z.object({
  data: z.object({ profiles: z.array(z.object({ username: z.string() })) }),
});

/** Among simultaneous equal calls, none gets an outdated answer. */
export const instances: Scenario = {
  name: 'instances',
  promise: 'the next call anywhere sees what was ended, suspended, hidden or restored',
  run: async ({ databaseUrl, short }) => {
    const times = short ? 150 : 50_000;
    await using service = await startService(databaseUrl, { instances: 2, people });
    await using look = await lookInto(databaseUrl);
    const { origins, tokens } = service;
    const [admin = '', reader = ''] = tokens;
    const missed = { ended: 0, suspended: 0, hidden: 0, restored: 0 };

    const api = async (path: string, token: string) =>
      ask(`${anyOf(origins)}/api/v1${path}`, { token });
    const moderate = async (name: string, json: object) =>
      read(
        z.unknown(),
        await ask(`${anyOf(origins)}/trpc/moderation.${name}`, { token: admin, json }),
      );
    const isRefused = async (token: string) =>
      (await api('/users/me', token)).status === 401;

    const acts = [
      async ({ userId }: Subject) => {
        const token = await beginSession(look.orm, userId);
        const end = async () => {
          const address = `${anyOf(origins)}/api/v1/auth/sign-out`;
          read(z.unknown(), await ask(address, { method: 'POST', token }));
        };
        await amid(async () => api('/users/me', token), end);
        missed.ended += Number(!(await isRefused(token)));
      },
      async ({ userId }: Subject) => {
        const token = await beginSession(look.orm, userId);
        const json = { id: userId, reason: 'spam' };
        const suspend = async () => moderate('users.suspend', json);
        await amid(async () => api('/users/me', token), suspend);
        missed.suspended += Number(!(await isRefused(token)));
        await moderate('users.unsuspend', { id: userId });
      },
      async ({ username }: Subject) => {
        const find = async (token: string) =>
          (await api(`/profiles/${username}`, token)).status;
        const hide = async () => moderate('profiles.hide', { username });
        await amid(async () => find(reader), hide);
        missed.hidden += Number((await find(reader)) !== 404);
        const page = read(Page, await api('/profiles?limit=20', reader)).data.profiles;
        missed.hidden += Number(page.some((profile) => profile.username === username));
        const restore = async () => moderate('profiles.restore', { username });
        await amid(async () => find(reader), restore);
        missed.restored += Number((await find(reader)) !== 200);
      },
    ];
    let begun = 0;
    const work = async (subject: Subject) => {
      while (begun < times) {
        begun += 1;
        await acts[begun % acts.length]?.(subject);
      }
    };
    await Promise.all((await subjectsOf(look.orm)).map(work));
    return Object.entries(missed).map(([what, value]) =>
      none(`${what}, and the next call did not see it, of ${begun}`, value),
    );
  },
};
