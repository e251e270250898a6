import { statements } from '@namecard/db';
import { describe, expect, it } from 'vitest';
import { codesOf } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, newAddress, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ settings: { publicProfiles: true } });
const refused = 'UNAUTHORIZED TOKEN_INVALID';

/** The procedures as a page calls them, by the cookie's value. */
const byPage = (token?: string) => service().as(undefined, { page: { token } });

/** The cookie's value after a sign-in on a page. */
async function signInByPage(email = newAddress()): Promise<string> {
  await byPage().auth.sendCode({ email });
  const { short } = await codesOf(service(), email);
  const { data } = await byPage().auth.verifyCode({ email, otp: short });
  return data.token;
}

/** The cookie's value of a user with a role. */
async function withRoleByPage(person: Person): Promise<string> {
  await service().clock.advance('10 minutes');
  return signInByPage(person.email);
}

describe('a session of a page', () => {
  it('signs its user in by the cookie', async () => {
    const token = await signInByPage();
    expect(token).toMatch(/^np_[\w-]{43}$/);
    expect(await outcome(byPage(token).users.me())).toBe('done');
  });

  it('is refused as a Bearer token', async () => {
    const token = await signInByPage();
    expect(await outcome(service().as(token).users.me())).toBe(refused);
    expect(await outcome(service().as(token).profiles.read({ username: 'x' }))).toBe(
      refused,
    );
  });

  it('is not begun by a Bearer token, which is refused as the cookie', async () => {
    const { token } = await signIn(service());
    expect(await outcome(byPage(token).users.me())).toBe(refused);
    expect(await outcome(byPage(token).profiles.read({ username: 'x' }))).toBe(refused);
  });

  it('keeps its kind if its value gets another prefix', async () => {
    const token = await signInByPage();
    const { token: bearer } = await signIn(service());
    const asBearer = service().as(token.replace('np_', 'nc_'));
    expect(await outcome(asBearer.users.me())).toBe(refused);
    const asCookie = byPage(bearer.replace('nc_', 'np_'));
    expect(await outcome(asCookie.users.me())).toBe(refused);
  });

  it('is refused if its row has another kind than its token', async () => {
    const token = await signInByPage();
    const { data } = await byPage(token).auth.sessions();
    const em = service().orm.em.fork();
    await statements(em)
      .updateTable('sessions')
      .set({ kind: 'token' })
      .where('id', '=', data.sessions[0]?.id ?? '')
      .execute();
    expect(await outcome(byPage(token).users.me())).toBe(refused);
  });

  it('is listed and ended like any other', async () => {
    const { api, email } = await signIn(service());
    await service().clock.advance('10 minutes');
    const token = await signInByPage(email);
    const { data } = await api.auth.sessions();
    expect(data.sessions).toHaveLength(2);
    const other = data.sessions.find(({ current }) => !current);
    await api.auth.revokeSession({ id: other?.id ?? '' });
    expect(await outcome(byPage(token).users.me())).toBe(refused);
  });
});

describe('a moderator’s session of a page', () => {
  it.each([
    ['moderator', moderator],
    ['admin', admin],
  ])('has only a user’s rights: of a %s', async (_, signedIn) => {
    const token = await withRoleByPage(await signedIn(service()));
    const api = byPage(token);
    const me = await api.users.me();
    expect(me.data.role).toBe('user');
    const missing = 'FORBIDDEN ROLE_MISSING';
    const hide = { username: 'nobody', reason: 'spam' } as const;
    expect(await outcome(api.moderation.profiles.hide(hide))).toBe(missing);
    const key = { name: 'A program', scopes: ['moderation' as const] };
    expect(await outcome(api.moderation.keys.create(key))).toBe(missing);
  });

  it('has only a user’s rights: of an admin by ADMIN_EMAILS', async () => {
    const api = byPage(await signInByPage('admin@example.com'));
    const me = await api.users.me();
    expect(me.data.role).toBe('user');
    const hide = { username: 'nobody', reason: 'spam' } as const;
    expect(await outcome(api.moderation.profiles.hide(hide))).toBe(
      'FORBIDDEN ROLE_MISSING',
    );
  });

  it('neither lists nor reads a hidden card of somebody else', async () => {
    const owner = await signIn(service());
    await owner.api.profiles.create({ username: 'hidden-card', referral: '' });
    const staff = await moderator(service());
    await staff.api.moderation.profiles.hide({ username: 'hidden-card', reason: 'spam' });
    const api = byPage(await withRoleByPage(staff));
    const { data } = await api.profiles.list({});
    expect(data.profiles).toEqual([]);
    expect(await outcome(api.profiles.read({ username: 'hidden-card' }))).toBe(
      'NOT_FOUND PROFILE_NOT_FOUND',
    );
  });
});
