import { beforeEach, describe, expect, it } from 'vitest';
import { codesOf } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, type Person, signIn, suspend } from '../testing/people.ts';
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

/** The name of the session that the person is using. */
async function ownSession(person: Person): Promise<string> {
  const own = (await sessionsOf(person)).find(({ current }) => current);
  if (!own) throw new Error('The session that is used is not on the list');
  return own.id;
}

/** Whether the token is good, at each of two instances. */
async function uses({ token }: Person): Promise<string[]> {
  const instances = [service(), service().with({})];
  return Promise.all(instances.map(async (by) => outcome(by.as(token).users.me())));
}

describe('the list of sessions', () => {
  it('is one’s own, the one used last first, and says which is this one', async () => {
    const sessions = await sessionsOf(ann);
    expect(sessions).toHaveLength(2);
    // Asking for the list was a use.
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]?.lastUsedAt).toBe(new Date(await service().clock.now()).toISOString());
    expect(await sessionsOf(bob)).toHaveLength(1);
  });

  it('says when each began and the device, and nothing of its token', async () => {
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

  it('leaves out those that have ended, by whatever', async () => {
    await annsOther.api.auth.signOut();
    expect(await sessionsOf(ann)).toHaveLength(1);
    await service().clock.advance('29 days');
    const later = await signIn(service(), ann.email);
    await service().clock.advance('1 day 1 microsecond');
    expect(await sessionsOf(later)).toHaveLength(1);
  });
});

describe('ending one of one’s sessions', () => {
  it('holds on every instance with the next request', async () => {
    await ann.api.auth.revokeSession({ id: await ownSession(annsOther) });
    expect(await uses(annsOther)).toEqual([refused, refused]);
    expect(await uses(ann)).toEqual(['done', 'done']);
  });

  it('may be the one that is used', async () => {
    await ann.api.auth.revokeSession({ id: await ownSession(ann) });
    expect(await uses(ann)).toEqual([refused, refused]);
  });

  it('refuses somebody else’s, one that has ended, and what never was one', async () => {
    const ended = await ownSession(annsOther);
    await ann.api.auth.revokeSession({ id: ended });
    for (const id of [await ownSession(bob), ended, crypto.randomUUID(), 'x', '']) {
      expect(await outcome(ann.api.auth.revokeSession({ id }))).toBe(notFound);
    }
    expect(await uses(bob)).toEqual(['done', 'done']);
  });

  it('takes a session', async () => {
    const id = await ownSession(ann);
    expect(await outcome(service().as().auth.revokeSession({ id }))).toBe(refused);
    await suspend(service(), bob);
    expect(await outcome(bob.api.auth.revokeSession({ id }))).toBe(refused);
    expect(await uses(ann)).toEqual(['done', 'done']);
  });
});

describe('ending all of one’s other sessions', () => {
  it('leaves the one that is used, and everybody else’s', async () => {
    const third = await signIn(service(), ann.email);
    expect(await ann.api.auth.revokeOtherSessions()).toEqual({ data: null });
    expect(await uses(annsOther)).toEqual([refused, refused]);
    expect(await uses(third)).toEqual([refused, refused]);
    expect(await uses(ann)).toEqual(['done', 'done']);
    expect(await uses(bob)).toEqual(['done', 'done']);
  });

  it('takes a session', async () => {
    expect(await outcome(service().as().auth.revokeOtherSessions())).toBe(refused);
    expect(await uses(ann)).toEqual(['done', 'done']);
  });
});
