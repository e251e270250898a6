import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../../access/keys.ts';
import { outcome } from '../../testing/outcome.ts';
import { admin, moderator, type Person, signIn } from '../../testing/people.ts';
import { type TestService, useService } from '../../testing/use-service.ts';

const issuer = 'https://cards.example.com';
const audiences = new Map([
  ['forum', { pairwise: false }],
  ['shop', { pairwise: true }],
  ['club', { pairwise: true }],
]);
const service = useService({ settings: { issuer, audiences } });

let ann: Person;
beforeEach(async () => {
  ann = await signIn(service());
});

const createToken = async ({ api }: Pick<Person, 'api'>, audience = 'forum') =>
  (await api.auth.createToken({ audience })).data;

const claimsFor = async (person: Pick<Person, 'api'>, audience = 'forum') =>
  decodeJwt((await createToken(person, audience)).token);

async function sessionOf({ api }: Person): Promise<string | undefined> {
  const { sessions } = (await api.auth.sessions()).data;
  return sessions.find(({ current }) => current)?.id;
}

describe('a token for an audience', () => {
  it('has the issuer, the audience, the user, the session and the role, and nothing else', async () => {
    const seconds = Math.floor(Date.parse(await service().clock.now()) / 1_000);
    expect(await claimsFor(ann)).toEqual({
      iss: issuer,
      aud: 'forum',
      sub: ann.id,
      sid: await sessionOf(ann),
      role: 'user',
      iat: seconds - 30,
      exp: seconds + 300,
    });
  });

  it('says when it expires, by the database’s clock', async () => {
    await service().clock.advance('1 day');
    const { token, expiresAt } = await createToken(ann);
    const end = (decodeJwt(token).exp ?? 0) * 1_000;
    expect(expiresAt).toBe(new Date(end).toISOString());
    expect(end).toBeGreaterThan(Date.parse(await service().clock.now()) + 298_000);
  });

  it('can be verified with the key that it names', async () => {
    const { token } = await createToken(ann);
    const keys = service().deps.keys.signing.map(({ publicKey }) => publicKey);
    const currentDate = new Date(await service().clock.now());
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      currentDate,
    });
    expect(payload.sub).toBe(ann.id);
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'EdDSA',
      typ: 'namecard+jwt',
      kid: keys[0]?.kid,
    });
  });

  it('is signed with the first of several secret keys', async () => {
    const keys = createKeyRing(['the one of now', 'the one of before']);
    const { token } = await createToken({ api: service().with({ keys }).as(ann.token) });
    expect(decodeProtectedHeader(token).kid).toBe(keys.signing[0].publicKey.kid);
  });

  it('does not work as a session token here', async () => {
    const { token } = await createToken(ann);
    const { users, profiles, auth } = service().as(token);
    const refused = 'UNAUTHORIZED TOKEN_INVALID';
    expect(await outcome(users.me())).toBe(refused);
    expect(await outcome(profiles.list({}))).toBe(refused);
    expect(await outcome(auth.createToken({ audience: 'forum' }))).toBe(refused);
  });
});

describe('a pairwise audience', () => {
  it('knows a user and a session by the same names each time, which no other audience has for them', async () => {
    const [first, again, elsewhere, plain] = await Promise.all(
      ['shop', 'shop', 'club', 'forum'].map(async (audience) => claimsFor(ann, audience)),
    );
    expect(again).toMatchObject({ sub: first?.sub, sid: first?.['sid'] });
    const names = [first, elsewhere, plain].flatMap((claims) => [
      claims?.sub,
      claims?.['sid'],
    ]);
    expect(new Set(names).size).toBe(6);
    expect(first?.sub).toMatch(/^[\w-]{22}$/);
  });

  it('knows each user by a name of their own', async () => {
    const bob = await signIn(service());
    expect((await claimsFor(bob, 'shop')).sub).not.toBe(
      (await claimsFor(ann, 'shop')).sub,
    );
  });
});

describe('the role in a token', () => {
  /** The role after the session was used each half hour for so long. */
  async function roleAfter(hours: number, person: Person) {
    for (let half = 0; half < hours * 2; half += 1) {
      await service().clock.advance('30 minutes');
      await person.api.users.me();
    }
    return (await claimsFor(person))['role'];
  }

  it.each([
    ['moderator', moderator],
    ['admin', admin],
  ])(
    'is %s while the session is fresh, and user after 12 hours',
    async (role, signedIn) => {
      const person = await signedIn(service());
      expect(await roleAfter(0, person)).toBe(role);
      expect(await roleAfter(11.5, person)).toBe(role);
      expect(await roleAfter(0.5, person)).toBe('user');
    },
  );

  it('is user once the session was idle for an hour', async () => {
    const person = await moderator(service());
    await service().clock.advance('1 hour');
    expect((await claimsFor(person))['role']).toBe('user');
  });

  it('is also admin for addresses in ADMIN_EMAILS', async () => {
    const configured = service().with({
      settings: { adminEmails: new Set([ann.email]) },
    });
    expect((await claimsFor({ api: configured.as(ann.token) }))['role']).toBe('admin');
  });
});

describe('no token is made', () => {
  const tried = async (by: TestService, token?: string, audience = 'forum') =>
    outcome(by.as(token).auth.createToken({ audience }));

  it.each(['Forum', 'forum/', 'https://elsewhere.example.com', 'constructor'])(
    'for an audience that is not listed: %s',
    async (audience) => {
      expect(await tried(service(), ann.token, audience)).toBe(
        'FORBIDDEN AUDIENCE_UNKNOWN',
      );
    },
  );

  it('for an impossible audience', async () => {
    for (const audience of ['', 'forum ', 'café', 'a'.repeat(256)]) {
      expect(await tried(service(), ann.token, audience)).toBe(
        'BAD_REQUEST INPUT_INVALID',
      );
    }
  });
});
