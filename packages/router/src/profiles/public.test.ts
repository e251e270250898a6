import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '../context.ts';
import { outcome } from '../testing/outcome.ts';
import {
  finishErasing,
  moderator,
  type Person,
  signIn,
  suspended,
  leave,
} from '../testing/people.ts';
import { procedures, rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ settings: { publicProfiles: true } });
const refused = 'UNAUTHORIZED TOKEN_INVALID';
const notFound = 'NOT_FOUND PROFILE_NOT_FOUND';
let owner: Person;
let staff: Person;
let names = 0;
let username: string;

const nobody = () => service().as().profiles;

beforeAll(async () => {
  staff = await moderator(service());
});

beforeEach(async () => {
  owner = await signIn(service());
  username = `open-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('if profiles are public', () => {
  it('a profile is read without a token, in any case', async () => {
    const { data } = await nobody().read({ username: username.toUpperCase() });
    expect(data.profile).toEqual({
      username,
      about: null,
      socials: {},
      location: null,
      hidden: false,
    });
  });

  it('a token that is sent has to be valid', async () => {
    const { token } = await suspended(service());
    for (const authorization of [
      '',
      'Bearer',
      `Bearer nc_${'A'.repeat(43)}`,
      `Bearer ${token}`,
    ]) {
      const call = service().as(undefined, { authorization }).profiles.read({ username });
      expect(await outcome(call)).toBe(refused);
    }
  });

  it('without a token a card can be read and reported, and all other calls are refused', async () => {
    const endings: Record<string, string> = {
      'profiles.read': 'done',
      'profiles.report': 'BAD_REQUEST INPUT_INVALID',
    };
    for (const { path } of procedures.filter(({ kind }) => kind !== 'public')) {
      const ending = await outcome(rawCall(service(), undefined, path, { username }));
      expect([path, ending]).toEqual([path, endings[path] ?? refused]);
    }
  });

  it('without a token hidden, deleted, erased, impossible and unknown cards look the same', async () => {
    const [deleted, erased] = [await signIn(service()), await signIn(service())];
    await deleted.api.profiles.create({ username: 'deleted-one', referral: '' });
    await deleted.api.profiles.remove({ username: 'deleted-one' });
    await erased.api.profiles.create({ username: 'erased-one', referral: '' });
    await leave(service(), erased);
    expect(await outcome(nobody().read({ username: 'erased-one' }))).toBe(notFound);
    await finishErasing(service());
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    for (const name of [
      username,
      'deleted-one',
      'erased-one',
      'a b',
      '',
      'x'.repeat(65),
      'none',
    ]) {
      expect(await outcome(nobody().read({ username: name }))).toBe(notFound);
    }
  });

  it('an owner and a moderator still see a hidden one', async () => {
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    for (const { api } of [owner, staff]) {
      expect((await api.profiles.read({ username })).data.profile.hidden).toBe(true);
    }
  });

  it('a call without a token waits in the turn of its IP network', async () => {
    const askers: Asker[] = [];
    const instance = service().with({
      admit: (asker, work) => {
        askers.push(asker);
        return work(async (known) => void askers.push(known));
      },
    });
    await instance.as(undefined, { ip: '192.0.2.7' }).profiles.read({ username });
    expect(askers.length).toBeGreaterThan(0);
    for (const asker of askers) {
      expect(asker).toMatchObject({ ip: '192.0.2.7', pool: 'foreground' });
      expect(asker.actor).toBeUndefined();
    }
  });
});
