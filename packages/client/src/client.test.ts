import { mailedCode, useService } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { createClient, type Client } from './client.ts';
import { isErrorOf, ownReasonOf } from './error.ts';
import { failureOf } from './testing/failure.ts';
import { listen } from './testing/http-server.ts';
import { signedIn } from './testing/sign-in.ts';
import { memoryStorage } from './token-storage.ts';

const service = useService();

describe('the six calls', () => {
  it('are made with the types of the service', async () => {
    const client = createClient({ url: service().origin });
    const email = 'ann@example.com';
    await client.sendCode({ email });
    const user = await client.verifyCode({
      email,
      otp: await mailedCode(service(), email),
    });
    expect(user).toMatchObject({ email, username: null });

    const { api } = client;
    const me = await api.users.updateMe.mutate({ username: 'ann' });
    expect(me.data.user.username).toBe('ann');
    const created = await api.profiles.create.mutate({ username: 'Ann', referral: '' });
    expect(created.profile).toMatchObject({ username: 'Ann', socials: {} });
    const socials = { website: 'https://ann.example.org' };
    const edited = await api.profiles.updateSocials.mutate({ username: 'ann', socials });
    expect(edited.data.profile.socials).toEqual(socials);
    const list = await api.profiles.list.query({ limit: 5 });
    expect(list.data.profiles).toEqual([edited.data.profile]);
  });
});

describe('the own reason of a failure', () => {
  it('is the procedure’s, and undefined for failures on the way or of the program', async () => {
    const { api } = await signedIn(service(), 'own@example.com');
    const create = (input: { username: string; referral: string }) =>
      failureOf(api.profiles.create.mutate(input));
    const taken = await create({ username: 'admin', referral: '' });
    expect(ownReasonOf('profiles.create', taken)).toBe('USERNAME_TAKEN');
    expect(ownReasonOf('profiles.remove', taken)).toBeUndefined();
    const nowhere = createClient({ url: 'http://127.0.0.1:9', backOff: { retries: 0 } });
    const lost = await failureOf(nowhere.api.profiles.list.query());
    expect(lost.reason).toBe('NETWORK');
    expect(ownReasonOf('profiles.list', lost)).toBeUndefined();
  });
});

describe('a query that is too long for an address', () => {
  it('fails for its input, and is not sent', async () => {
    const { api } = await signedIn(service(), 'long@example.com');
    const { reason, status } = await failureOf(
      api.profiles.read.query({ username: 'x'.repeat(5_000) }),
    );
    expect({ reason, status }).toEqual({ reason: 'INPUT_INVALID', status: undefined });
  });
});

describe('a fixed token', () => {
  it('is sent with each call, also after the service refused it', async () => {
    const storage = memoryStorage();
    const person = await signedIn(service(), 'fixed@example.com', { storage });
    const token = (await storage.getItem('namecard.token')) ?? '';
    const client = createClient({ url: service().origin, token });
    expect((await client.api.users.me.query()).data.user.email).toBe('fixed@example.com');
    await person.signOut();
    for (const _ of [1, 2]) {
      expect(await failureOf(client.api.users.me.query())).toMatchObject({
        reason: 'TOKEN_INVALID',
      });
      expect(await client.isSignedIn()).toBe(true);
    }
  });

  it('is sent again after a passing failure, when it is valid again', async () => {
    const refused = {
      message: 'Refused.',
      code: 'UNAUTHORIZED',
      reason: 'TOKEN_INVALID',
    };
    const answers = [
      { status: 401, body: refused },
      { status: 503, body: { ...refused, reason: 'UNAVAILABLE' } },
      { status: 200, body: [{ result: { data: 'done' } }] },
    ];
    await using server = await listen((_request, response) => {
      const { status = 500, body } = answers.shift() ?? {};
      response.writeHead(status).end(JSON.stringify(body));
    });
    const { api } = createClient({ url: server.origin, token: 'nk_x' });
    expect((await failureOf(api.users.me.query())).reason).toBe('TOKEN_INVALID');
    expect(await api.users.me.query()).toBe('done');
  });

  it.each([process.env['NO_SUCH_KEY'], '', 'Bearer nc_x', 'nc_x\n', ' nc_x', 'nc_é'])(
    'that can’t be one is refused when the client is made: %j',
    (token) => {
      expect(() => createClient({ url: '', token })).toThrow('not a token');
    },
  );
});

describe('a session', () => {
  it('keeps its token in the given storage', async () => {
    const storage = memoryStorage();
    const client = await signedIn(service(), 'kept@example.com', { storage });
    expect(await storage.getItem('namecard.token')).toMatch(/^nc_/);
    const sameStorage = createClient({ url: service().origin, storage });
    expect(await sameStorage.isSignedIn()).toBe(true);
    expect((await sameStorage.api.users.me.query()).data.user.email).toBe(
      'kept@example.com',
    );
    await client.signOut();
    expect(await storage.getItem('namecard.token')).toBeNull();
    expect(await sameStorage.isSignedIn()).toBe(false);
  });

  it('may have an asynchronous storage', async () => {
    const items = memoryStorage();
    const storage = {
      getItem: async (key: string) => items.getItem(key),
      setItem: async (key: string, value: string) => items.setItem(key, value),
      removeItem: async (key: string) => items.removeItem(key),
    };
    const client = await signedIn(service(), 'later@example.com', { storage });
    expect((await client.api.users.me.query()).data.user.email).toBe('later@example.com');
    await client.signOut();
    expect(await client.isSignedIn()).toBe(false);
  });

  it('that is signed out also ends on the service, without a notification', async () => {
    const ended: string[] = [];
    const storage = memoryStorage();
    const client = await signedIn(service(), 'out@example.com', {
      storage,
      onSessionEnded: ({ reason }) => ended.push(reason),
    });
    const token = await storage.getItem('namecard.token');
    await client.signOut();
    const response = await fetch(`${service().origin}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect(ended).toEqual([]);
  });

  it('that has already ended can be signed out', async () => {
    const storage = memoryStorage();
    const options = {
      storage,
      onSessionEnded: () => expect.unreachable('nobody need be notified'),
    };
    const client = await signedIn(service(), 'twice@example.com', options);
    const token = await storage.getItem('namecard.token');
    await client.signOut();
    storage.setItem('namecard.token', token ?? '');
    await client.signOut();
    expect(await client.isSignedIn()).toBe(false);
  });

  it('is signed out, not ended, if another call learns of it before the answer', async () => {
    const client: Client = await signedIn(service(), 'polls@example.com', {
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        if (typeof address === 'string' && address.includes('signOut')) {
          await failureOf(client.api.users.me.query());
        }
        return answer;
      },
    });
    const { person } = client.session.get();
    await client.signOut();
    expect(client.session.get()).toMatchObject({ status: 'signed out' });
    expect(client.session.get().person).toBeGreaterThan(person);
  });

  it('whose token can’t be read is forgotten', async () => {
    const storage = memoryStorage();
    await signedIn(service(), 'unreadable@example.com', { storage });
    const getItem = () => {
      throw new Error('could not decrypt');
    };
    const unreadable = { ...storage, getItem };
    const client = createClient({ url: service().origin, storage: unreadable });
    expect((await failureOf(client.signOut())).reason).toBe('STORAGE_FAILED');
    expect(await storage.getItem('namecard.token')).toBeNull();
  });

  it('ends once when the service rejects its token during many calls', async () => {
    const ended: string[] = [];
    const storage = memoryStorage();
    storage.setItem('namecard.token', `nc_${'A'.repeat(43)}`);
    const client = createClient({
      url: service().origin,
      storage,
      onSessionEnded: ({ reason }) => ended.push(reason),
    });
    const { users, profiles } = client.api;
    const failures = await Promise.all([
      failureOf(users.me.query()),
      failureOf(profiles.list.query({})),
      failureOf(profiles.create.mutate({ username: 'nobody', referral: '' })),
    ]);
    expect(failures.map(({ reason }) => reason)).toEqual(Array(3).fill('TOKEN_INVALID'));
    expect(ended).toEqual(['TOKEN_INVALID']);
    expect(await client.isSignedIn()).toBe(false);
  });

  it('survives every other error, even a wrong code', async () => {
    const client = await signedIn(service(), 'other@example.com', {
      onSessionEnded: () => expect.unreachable('the session goes on'),
    });
    const { api } = client;
    const failures = await Promise.all([
      failureOf(client.verifyCode({ email: 'other@example.com', otp: '000000' })),
      failureOf(
        api.profiles.updateSocials.mutate({ username: 'ann', about: 'mine now' }),
      ),
      failureOf(api.moderation.profiles.hide.mutate({ username: 'ann', reason: 'spam' })),
    ]);
    expect(failures.map(({ reason }) => reason)).toEqual([
      'CODE_INVALID',
      'NOT_OWNER',
      'ROLE_MISSING',
    ]);
    expect((await api.users.me.query()).data.user.email).toBe('other@example.com');
  });

  it('does not exist without a token, and does not end', async () => {
    const client = createClient({
      url: service().origin,
      onSessionEnded: () => expect.unreachable('there was no session'),
    });
    expect((await failureOf(client.api.users.me.query())).reason).toBe('TOKEN_INVALID');
  });
});

describe('an error', () => {
  it('names the wrong value and says what is wrong', async () => {
    const { api } = await signedIn(service(), 'issues@example.com');
    const socials = { x: 'javascript:alert(1)' };
    const error = await failureOf(
      api.profiles.updateSocials.mutate({ username: 'issues', socials }),
    );
    expect(error).toMatchObject({
      name: 'NamecardError',
      reason: 'INPUT_INVALID',
      status: 400,
    });
    expect(error.issues.map(({ path }) => path)).toEqual([['socials', 'x']]);
    expect(error.message).toContain('http');
    expect(error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400 });
  });

  it('belongs to its procedure, and to no other', async () => {
    const { api } = await signedIn(service(), 'of@example.com');
    const error = await failureOf(api.profiles.read.query({ username: 'nobody-here' }));
    const isOf = (path: 'profiles.read' | 'profiles.create') => isErrorOf(path, error);
    expect([isOf('profiles.read'), isOf('profiles.create')]).toEqual([true, false]);
    expect(isErrorOf('profiles.read', new Error('another'))).toBe(false);
  });

  it('has a reason even if the service did not read the call', async () => {
    const storage = memoryStorage();
    storage.setItem('namecard.token', 'x'.repeat(20_000));
    const { api } = createClient({ url: service().origin, storage });
    expect(await failureOf(api.users.me.query())).toMatchObject({
      reason: 'HEADERS_TOO_LARGE',
      status: 431,
      issues: [],
    });
    storage.removeItem('namecard.token');
    const tooLarge = api.auth.sendCode.mutate({ email: 'x'.repeat(70_000) });
    expect(await failureOf(tooLarge)).toMatchObject({
      reason: 'BODY_TOO_LARGE',
      status: 413,
    });
  });

  it('is STORAGE_FAILED if the token can’t be read', async () => {
    const storage = {
      ...memoryStorage(),
      getItem: () => {
        throw new Error('denied');
      },
    };
    const client = createClient({ url: service().origin, storage });
    const error = await failureOf(client.api.users.me.query());
    expect(error.reason).toBe('STORAGE_FAILED');
    expect(error.cause).toMatchObject({ message: 'denied' });
  });

  it('of a redirect ends no session: the token does not follow to another origin', async () => {
    const storage = memoryStorage();
    await signedIn(service(), 'redirected@example.com', { storage });
    await using server = await listen(({ url }, response) => {
      response.writeHead(308, { location: `${service().origin}${url}` }).end();
    });
    const client = createClient({ url: server.origin, storage });
    const { reason } = await failureOf(client.api.users.me.query());
    expect(reason).toBe('ANSWER_UNREADABLE');
    expect(await client.isSignedIn()).toBe(true);
  });
});

describe('a limit', () => {
  const limited = useService({ LIMIT_SEND_PER_IP: '1' });

  it('says how many seconds are left', async () => {
    const client = createClient({ url: limited().origin, backOff: { longestWait: 0 } });
    await client.sendCode({ email: 'one@example.com' });
    const error = await failureOf(client.sendCode({ email: 'two@example.com' }));
    expect(error).toMatchObject({ reason: 'RATE_LIMITED', status: 429 });
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(3_600);
  });
});
