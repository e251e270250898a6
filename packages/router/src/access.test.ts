import { describe, expect, it } from 'vitest';
import { outcome } from './testing/outcome.ts';
import { admin, signIn } from './testing/people.ts';
import { procedures, rawCall } from './testing/raw-call.ts';
import { useService } from './testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';

const pathsFor = (...kinds: string[]) =>
  procedures.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);

/** Sends no input, so the caller must be refused before the input is checked. */
const call = async (token: string | undefined, path: string) =>
  outcome(rawCall(service(), token, path));

it('all of moderation refuses an admin whose session is not fresh, and asks for a new sign-in', async () => {
  const { token } = await admin(service());
  await service().clock.advance('12 hours');
  const admitted: string[] = [];
  for (const path of pathsFor('moderation')) {
    if ((await call(token, path)) !== refused) admitted.push(path);
  }
  expect(admitted).toEqual([]);
});

const recent = 'FORBIDDEN FRESH_SIGN_IN_REQUIRED';

describe('a session that began an hour ago', () => {
  const endingsAfter = async (interval: string) => {
    const endings: [string, string][] = [];
    for (const path of pathsFor('user')) {
      const { token } = await signIn(service());
      await service().clock.advance(interval);
      endings.push([path, await call(token, path)]);
    }
    return new Map(endings);
  };

  it('can’t export an account or delete a profile with any input, but can do the rest', async () => {
    const rejected = [...(await endingsAfter('1 hour'))].filter(
      ([, ending]) => ending === recent,
    );
    expect(rejected.map(([path]) => path).toSorted()).toEqual([
      'profiles.remove',
      'users.exportMe',
    ]);
  });

  it('can’t export other accounts as an admin', async () => {
    const { token } = await admin(service());
    for (const _ of [1, 2]) {
      await service().clock.advance('30 minutes');
      await call(token, 'users.me');
    }
    for (const path of ['export', 'exportAddress']) {
      expect(await call(token, `moderation.users.${path}`)).toBe(recent);
    }
  });

  it('could do so until then', async () => {
    const endings = await endingsAfter('59 minutes 59 seconds');
    expect(endings.get('users.exportMe')).toBe('done');
    expect([...endings.values()]).not.toContain(recent);
  });

  it('is not renewed by use', async () => {
    const { api } = await signIn(service());
    for (let times = 0; times < 6; times += 1) {
      await service().clock.advance('10 minutes');
      await api.users.me();
    }
    expect(await outcome(api.users.exportMe())).toBe(recent);
    expect(await outcome(api.users.me())).toBe('done');
  });
});
