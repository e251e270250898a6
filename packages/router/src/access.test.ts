import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from './testing/outcome.ts';
import { admin, signIn, suspended } from './testing/people.ts';
import { procedures, rawCall } from './testing/raw-call.ts';
import { rowsOf } from './testing/rows.ts';
import { useService } from './testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';

const pathsFor = (...kinds: string[]) =>
  procedures.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);

/** Without an input, so that whatever refuses the caller has to come before whatever refuses the input. */
const call = async (token: string | undefined, path: string) =>
  outcome(rawCall(service(), token, path));

describe('every procedure', () => {
  it('is public, or for users, or for moderation, and the public ones are these', () => {
    expect(pathsFor('public')).toEqual(['auth.sendCode', 'auth.verifyCode']);
    expect(pathsFor('user').length).toBeGreaterThan(8);
    expect(pathsFor('moderation')).toEqual(
      expect.arrayContaining(['moderation.profiles.hide', 'moderation.profiles.restore']),
    );
  });
});

describe.each(pathsFor('user', 'moderation'))('%s', (path) => {
  it('refuses nobody, before the input is read', async () => {
    expect(await call(undefined, path)).toBe(refused);
  });

  it('refuses a token that nobody was given', async () => {
    expect(await call(`nc_${'A'.repeat(43)}`, path)).toBe(refused);
  });

  it('refuses whoever is suspended', async () => {
    expect(await call((await suspended(service())).token, path)).toBe(refused);
  });

  it('refuses whoever has signed out', async () => {
    const { api, token } = await signIn(service());
    await api.auth.signOut();
    expect(await call(token, path)).toBe(refused);
  });
});

describe.each(pathsFor('moderation'))('%s', (path) => {
  it('refuses a user, before the input is read', async () => {
    expect(await call((await signIn(service())).token, path)).toBe('FORBIDDEN ROLE_MISSING');
  });

  it('refuses an admin whose session is not fresh, so that they sign in again', async () => {
    const { token } = await admin(service());
    await service().clock.advance('12 hours');
    expect(await call(token, path)).toBe(refused);
  });
});

describe('refused calls', () => {
  let before: string[];

  beforeAll(async () => {
    before = await rowsOf(service(), 'sessions');
  });

  it('write no row', async () => {
    for (const { path } of procedures) await call(undefined, path);
    expect(await rowsOf(service(), 'sessions')).toEqual(before);
  });
});
