import { beforeEach, describe, expect, it } from 'vitest';
import { codesOf } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, signIn, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';
const unknown = 'NOT_FOUND SESSION_NOT_FOUND';
let one: Person;
let other: Person;

const list = async ({ api }: Person) => (await api.auth.sessions()).data.sessions;
const current = async (person: Person) =>
  (await list(person)).find((session) => session.current)?.id ?? '';

beforeEach(async () => {
  one = await signIn(service());
  await service().clock.advance('1 second');
  other = await signIn(service(), one.email);
});

describe('the list of one’s sessions', () => {
  it('has each that signs in, the one used last first, and says which is this one', async () => {
    expect((await list(one)).map((session) => session.current)).toEqual([false, true]);
    expect((await list(other)).map((session) => session.current)).toEqual([true, false]);
    await service().clock.advance('6 minutes');
    expect((await list(one)).map((session) => session.current)).toEqual([true, false]);
  });

  it('tells begin, last use, browser and system, and nothing to sign in with', async () => {
    const email = newAddress();
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';
    const browser = service().as(undefined, { userAgent });
    await browser.auth.sendCode({ email });
    const { short } = await codesOf(service(), email);
    const { data } = await browser.auth.verifyCode({ email, otp: short });
    const now = new Date(await service().clock.now()).toISOString();
    const sessions = await service().as(data.token).auth.sessions();
    expect(sessions.data.sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: now,
        lastUsedAt: now,
        browser: 'Chrome',
        system: 'Linux',
        current: true,
      },
    ]);
  });

  it('leaves out what has ended, or was signed out', async () => {
    await service().clock.advance('20 days');
    await list(one);
    await service().clock.advance('11 days');
    expect(await list(one)).toHaveLength(1);
    const third = await signIn(service(), one.email);
    await one.api.auth.signOut();
    expect(await list(third)).toHaveLength(1);
  });

  it('has nobody else’s', async () => {
    expect(await list(await signIn(service()))).toHaveLength(1);
  });
});

describe('ending one of one’s sessions', () => {
  it('refuses its token at once, and leaves the others', async () => {
    const id = await current(other);
    expect(await one.api.auth.revokeSession({ id })).toEqual({ data: null });
    expect(await outcome(other.api.users.me())).toBe(refused);
    expect(await list(one)).toHaveLength(1);
    expect(await outcome(one.api.auth.revokeSession({ id }))).toBe(unknown);
  });

  it('may be the one the call is made with', async () => {
    await one.api.auth.revokeSession({ id: await current(one) });
    expect(await outcome(one.api.users.me())).toBe(refused);
  });

  it('does not find somebody else’s, which lives on', async () => {
    const stranger = await signIn(service());
    const call = stranger.api.auth.revokeSession({ id: await current(one) });
    expect(await outcome(call)).toBe(unknown);
    expect(await outcome(one.api.users.me())).toBe('done');
  });

  it.each(['', 'x', '00000000-0000-7000-8000-000000000000', '\0', "' or true --"])(
    'does not find %j',
    async (id) => {
      expect(await outcome(one.api.auth.revokeSession({ id }))).toBe(unknown);
    },
  );

  it('is refused for what is no text', async () => {
    const call = rawCall(service(), one.token, 'auth.revokeSession', { id: { $ne: null } });
    expect(await outcome(call)).toBe('BAD_REQUEST INPUT_INVALID');
  });
});

describe('ending all other sessions', () => {
  it('leaves this one, and everybody else’s', async () => {
    const third = await signIn(service(), one.email);
    const stranger = await signIn(service());
    expect(await other.api.auth.revokeOtherSessions()).toEqual({ data: null });
    expect(await outcome(one.api.users.me())).toBe(refused);
    expect(await outcome(third.api.users.me())).toBe(refused);
    expect(await list(other)).toHaveLength(1);
    expect(await outcome(stranger.api.users.me())).toBe('done');
  });
});
