import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { allCodesOf, codesOf } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, type Person, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';
const notFound = 'NOT_FOUND SESSION_NOT_FOUND';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let ann: Person;
let annsOther: Person;
let bob: Person;

beforeEach(async () => {
  ann = await signIn(service());
  await service().clock.advance('6 minutes');
  annsOther = await signIn(service(), ann.email);
  bob = await signIn(service());
});

const sessionsOf = async ({ api }: Person) => (await api.auth.sessions()).data.sessions;

/** The id of the person's current session. */
async function ownSession(person: Person): Promise<string> {
  const own = (await sessionsOf(person)).find(({ current }) => current);
  if (!own) throw new Error('The session that is used is not on the list');
  return own.id;
}

/** Whether the token works, on each of two instances. */
async function uses({ token }: Person): Promise<string[]> {
  const instances = [service(), service().with({})];
  return Promise.all(instances.map(async (by) => outcome(by.as(token).users.me())));
}

describe('the list of sessions', () => {
  it('has the caller’s sessions, last used first, and marks the current one', async () => {
    const sessions = await sessionsOf(ann);
    expect(sessions).toHaveLength(2);
    // Reading the list used the session.
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]?.lastUsedAt).toBe(
      new Date(await service().clock.now()).toISOString(),
    );
    expect(await sessionsOf(bob)).toHaveLength(1);
  });

  it('has the start and the device of each session, but no token', async () => {
    const email = newAddress();
    const nobody = service().as(undefined, { userAgent: firefox });
    await nobody.auth.sendCode({ email });
    const { short: otp } = await codesOf(service(), email);
    const { data } = await nobody.auth.verifyCode({ email, otp });
    const now = new Date(await service().clock.now()).toISOString();
    expect((await service().as(data.token).auth.sessions()).data.sessions).toEqual([
      {
        id: expect.any(String),
        createdAt: now,
        lastUsedAt: now,
        browser: 'Firefox',
        system: 'Linux',
        current: true,
      },
    ]);
  });

  it('leaves out ended sessions of all kinds', async () => {
    await annsOther.api.auth.signOut();
    expect(await sessionsOf(ann)).toHaveLength(1);
    await service().clock.advance('29 days');
    const later = await signIn(service(), ann.email);
    await service().clock.advance('1 day 1 microsecond');
    expect(await sessionsOf(later)).toHaveLength(1);
  });
});

describe('ending one of one’s sessions', () => {
  it('takes effect on every instance with the next request', async () => {
    await ann.api.auth.revokeSession({ id: await ownSession(annsOther) });
    expect(await uses(annsOther)).toEqual([refused, refused]);
    expect(await uses(ann)).toEqual(['done', 'done']);
  });

  it('is possible for the current session', async () => {
    await ann.api.auth.revokeSession({ id: await ownSession(ann) });
    expect(await uses(ann)).toEqual([refused, refused]);
  });

  it('is refused for another user’s, an ended and an unknown session', async () => {
    const ended = await ownSession(annsOther);
    await ann.api.auth.revokeSession({ id: ended });
    for (const id of [await ownSession(bob), ended, crypto.randomUUID(), 'x', '']) {
      expect(await outcome(ann.api.auth.revokeSession({ id }))).toBe(notFound);
    }
    expect(await uses(bob)).toEqual(['done', 'done']);
  });
});

describe('ending all of one’s other sessions', () => {
  it('keeps the current session and those of other users', async () => {
    const third = await signIn(service(), ann.email);
    expect(await ann.api.auth.revokeOtherSessions()).toEqual({ data: null });
    expect(await uses(annsOther)).toEqual([refused, refused]);
    expect(await uses(third)).toEqual([refused, refused]);
    expect(await uses(ann)).toEqual(['done', 'done']);
    expect(await uses(bob)).toEqual(['done', 'done']);
  });
});

/** Creates sessions last used a day and 1, 2, 3 … minutes ago. */
const addSessions = async ({ id }: Person, count: number, { ended = false } = {}) =>
  sql`insert into sessions (id, user_id, token_hash, browser, system, last_used_at, ended_at)
    select gen_random_uuid(), ${id}, sha256(gen_random_uuid()::text::bytea), 'Firefox', 'Linux',
      current_instant() - interval '1 day' - n * interval '1 minute',
      case when ${ended} then current_instant() end
    from generate_series(1, ${count}::int) n`.execute(
    statements(service().orm.em.fork()),
  );

const keptOf = async ({ id }: Person) =>
  (await rowsOf(service(), 'sessions')).filter((row) => row.includes(id)).length;

describe('an account with a hundred sessions', () => {
  it('loses the least recently used one at a sign-in; other accounts lose none', async () => {
    await addSessions(ann, 98);
    const oldest = (await sessionsOf(ann)).at(-1);
    const next = await signIn(service(), ann.email);
    const sessions = await sessionsOf(next);
    expect(sessions).toHaveLength(100);
    expect(sessions.map(({ id }) => id)).not.toContain(oldest?.id);
    expect(await uses(ann)).toEqual(['done', 'done']);
    expect(await uses(annsOther)).toEqual(['done', 'done']);
    expect(await uses(bob)).toEqual(['done', 'done']);
  });

  it('loses ended sessions before live ones', async () => {
    await addSessions(ann, 90);
    await addSessions(ann, 20, { ended: true });
    const next = await signIn(service(), ann.email);
    expect(await sessionsOf(next)).toHaveLength(93);
    expect(await keptOf(ann)).toBe(100);
  });

  it('has a hundred after 30 sign-ins at the same time', async () => {
    await addSessions(ann, 95);
    const nobody = service().as();
    const tokens: string[] = [];
    // Only one call with a mail's code signs in. The others ask for another code.
    await raceTogether(30, async () => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await nobody.auth.sendCode({ email: ann.email });
        const [codes] = await allCodesOf(service(), ann.email);
        const otp = codes?.long ?? 'none';
        const signedIn = await nobody.auth
          .verifyCode({ email: ann.email, otp })
          .catch(() => null);
        tokens.push(...(signedIn ? [signedIn.data.token] : []));
      }
    });
    expect(tokens.length).toBeGreaterThan(3);
    for (const token of tokens) {
      expect(await outcome(service().as(token).users.me())).toBe('done');
    }
    // Two sign-ins at the same moment may not see each other's session.
    await signIn(service(), ann.email);
    expect(await keptOf(ann)).toBe(100);
  });
});
