import { languages, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { codesOf, wrongLong } from '../testing/codes.ts';
import { emptyOutbox } from '../testing/mail.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { finishErasing, newAddress, leave } from '../testing/people.ts';
import { dump, rowsOf } from '../testing/rows.ts';
import { type Caller, useService } from '../testing/use-service.ts';
import { chooseLanguage } from './choose-language.ts';

const service = useService();
let email: string;

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
});

const ask = async (acceptLanguage?: string) =>
  service().as(undefined, { acceptLanguage }).auth.sendCode({ email });

/** Tries a code as a browser does that sends the header. */
const verify = async (otp: string, acceptLanguage?: string) =>
  service().as(undefined, { acceptLanguage }).auth.verifyCode({ email, otp });

/** Signs in with the newest code of the address. */
async function enter(acceptLanguage?: string) {
  const { short } = await codesOf(service(), email);
  const { data } = await verify(short, acceptLanguage);
  return { id: data.user.id, token: data.token, api: service().as(data.token) };
}

async function signInWith(acceptLanguage?: string) {
  await ask();
  return enter(acceptLanguage);
}

const languageOf = async ({ api }: { api: Caller }) =>
  (await api.users.me()).data.language;

/** The stored data of all users, and their changes without a number yet. */
const kept = async () => ({
  users: await rowsOf(service(), 'users'),
  changes: await rowsOf(service(), 'pending_changes'),
});

describe('the language of an account', () => {
  it.each([
    ['de-CH, fr;q=0.5', 'de'],
    ['pt', null],
    [undefined, null],
  ])('created by a sign-in with %j is %j', async (acceptLanguage, language) => {
    expect(await languageOf(await signInWith(acceptLanguage))).toBe(language);
  });

  it('comes from the sign-in, not from the request for the code', async () => {
    await ask('de');
    expect(await languageOf(await enter('fr'))).toBe('fr');
    email = newAddress();
    await ask('de');
    expect(await languageOf(await enter())).toBeNull();
  });

  it('is set by the first sign-in that tells one, and by no later one', async () => {
    const given: (string | null)[] = [];
    for (const acceptLanguage of [undefined, 'pt', 'de', 'fr', undefined]) {
      given.push(await languageOf(await signInWith(acceptLanguage)));
    }
    expect(given).toEqual([null, null, 'de', 'de', 'de']);
  });

  it('is not set by a request for a code or a wrong guess', async () => {
    const member = await signInWith();
    await ask('de');
    expect(await outcome(verify(wrongLong, 'de'))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify('000000', 'de'))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await languageOf(member)).toBeNull();
  });

  it.each(languages)('is %s after they choose it, and stays so', async (language) => {
    const { api } = await signInWith('en');
    expect(await api.users.chooseLanguage({ language })).toEqual({ data: null });
    expect(await languageOf({ api })).toBe(language);
    expect(await languageOf(await signInWith('de'))).toBe(language);
  });
});

describe('setting a language', () => {
  it.each<[string, (member: { api: Caller }) => Promise<unknown>]>([
    ['by choice', ({ api }) => api.users.chooseLanguage({ language: 'de' })],
    ['by a sign-in', () => signInWith('de')],
  ])('%s changes nothing else, and is not in the feed', async (_, set) => {
    const member = await signInWith();
    const { id } = member;
    const before = await kept();
    await service().clock.advance('1 second');
    await set(member);
    expect(await languageOf(member)).toBe('de');
    const users = before.users.map((row) =>
      row.includes(id) ? row.replace('"language":null', '"language":"de"') : row,
    );
    expect(await kept()).toEqual({ ...before, users });
  });

  it('hides no other change: later changes are in the feed', async () => {
    const { api } = await signInWith();
    const before = await kept();
    await api.users.chooseLanguage({ language: 'de' });
    await api.users.updateMe({ worldId: 'w' });
    expect((await kept()).changes).toHaveLength(before.changes.length + 1);
  });

  it('is refused after an erasure, also during the call', async () => {
    const person = await signInWith();
    const { id, api } = person;
    await leave(service(), person);
    await finishErasing(service());
    const call = api.users.chooseLanguage({ language: 'de' });
    expect(await outcome(call)).toBe('UNAUTHORIZED TOKEN_INVALID');
    const late = chooseLanguage(service().deps, { id }, { language: 'de' });
    await expect(late).rejects.toMatchObject({ reason: 'TOKEN_INVALID' });
  });
});

it('nothing else of the header is stored', async () => {
  const header = 'tlh-hushed, de-AT-hushed;q=0.9;of=hushed';
  await ask(header);
  const inDatabase = await dump(service());
  await enter(header);
  for (const rows of [inDatabase, await dump(service())]) {
    expect(rows).toContain('"language":"de"');
    expect(rows).not.toMatch(/hushed|de-AT/i);
  }
});

describe('30 calls that choose, ask and sign in at once for one account', () => {
  it('leave one of the choices, which no sign-in changes', async () => {
    for (let round = 0; round < 5; round += 1) {
      email = newAddress();
      const { id, api } = await signInWith();
      await service().clock.advance('6 minutes');
      await ask();
      const { long } = await codesOf(service(), email);
      const choices = ['de', 'fr'] as const;
      const acts = [
        async (index: number) =>
          api.users.chooseLanguage({ language: choices[index % 2] ?? 'de' }),
        async () => verify(long, 'es'),
        async () => ask('es'),
      ];
      const results = await raceTogether(30, async (index) => acts[index % 3]?.(index));
      expect(endingsOf(results)).toEqual({ done: 21, 'UNAUTHORIZED CODE_INVALID': 9 });
      expect(choices).toContain(await languageOf({ api }));
      const user = await statements(service().orm.em.fork())
        .selectFrom('users')
        .select('revision')
        .where('id', '=', id)
        .executeTakeFirst();
      expect(user).toEqual({ revision: 1 });
      expect(service().unexpected).toEqual([]);
    }
  });
});
