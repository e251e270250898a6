import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from './testing/compile.ts';

const opening = `
import { safe } from '@trpc/client';
import { createClient, isErrorOf, NamecardError, type OwnReasonOf, type Profile, type ReasonOf } from '@namecard/client';
const client = createClient({ url: '' });
const { api } = client;
declare const error: NamecardError;
`;

/** Each: a program that compiles, one with a mistake, and the error's code. */
const cases = [
  {
    refuses: 'a field that the service does not take',
    right: `await api.users.updateMe.mutate({ username: 'ann' });`,
    wrong: `await api.users.updateMe.mutate({ userName: 'ann' });`,
    code: 'TS2561',
  },
  {
    refuses: 'a missing field',
    right: `await api.profiles.create.mutate({ username: 'ann', referral: '' });`,
    wrong: `await api.profiles.create.mutate({ username: 'ann' });`,
    code: 'TS2741',
  },
  {
    refuses: 'a value of another type',
    right: `await api.profiles.list.query({ page: 2 });`,
    wrong: `await api.profiles.list.query({ page: '2' });`,
    code: 'TS2322',
  },
  {
    refuses: 'a link that is none of the four',
    right: `await api.profiles.updateSocials.mutate({ username: 'ann', socials: { x: null } });`,
    wrong: `await api.profiles.updateSocials.mutate({ username: 'ann', socials: { y: null } });`,
    code: 'TS2353',
  },
  {
    refuses: 'to read a field that the service does not give',
    right: `const email: string = (await api.users.me.query()).data.user.email; void email;`,
    wrong: `const email: string = (await api.users.me.query()).data.user.mail; void email;`,
    code: 'TS2551',
  },
  {
    refuses: 'to use a value that may be null as one that is never null',
    right: `const about = (profile: Profile): string | null => profile.about; void about;`,
    wrong: `const about = (profile: Profile): string => profile.about; void about;`,
    code: 'TS2322',
  },
  {
    refuses: 'a procedure that does not exist',
    right: `await api.profiles.mine.query({});`,
    wrong: `await api.profiles.yours.query({});`,
    code: 'TS2339',
  },
  {
    refuses: 'a mutation called as a query',
    right: `await api.auth.signOut.mutate();`,
    wrong: `await api.auth.signOut.query();`,
    code: 'TS2339',
  },
  {
    refuses: 'a reason that is never given',
    right: `if (error.reason === 'USERNAME_TAKEN') alert(error.issues);`,
    wrong: `if (error.reason === 'USERNAME_GONE') alert(error.issues);`,
    code: 'TS2367',
  },
  {
    refuses: 'a reason that another procedure gives, and this one does not',
    right: `if (isErrorOf('profiles.create', error) && error.reason === 'PROFILE_LIMIT') alert();`,
    wrong: `if (isErrorOf('profiles.list', error) && error.reason === 'PROFILE_LIMIT') alert();`,
    code: 'TS2367',
  },
  {
    refuses: 'a reason for signed-in users in a call without a sign-in',
    right: `const reason: ReasonOf<'users.me'> = 'TOKEN_INVALID'; void reason;`,
    wrong: `const reason: ReasonOf<'auth.sendCode'> = 'TOKEN_INVALID'; void reason;`,
    code: 'TS2322',
  },
  {
    refuses: 'it to what tRPC itself makes of a failed call, too',
    right: `const [, failed] = await safe(api.users.updateMe.mutate({})); if (failed?.data?.reason === 'USERNAME_TAKEN') alert();`,
    wrong: `const [, failed] = await safe(api.users.removeMe.mutate({ otp: '' })); if (failed?.data?.reason === 'USERNAME_TAKEN') alert();`,
    code: 'TS2367',
  },
  {
    refuses: 'the error of a procedure that does not exist',
    right: `isErrorOf('auth.verifyCode', error);`,
    wrong: `isErrorOf('auth.verify', error);`,
    code: 'TS2345',
  },
  {
    refuses: 'a sign-in without the code',
    right: `await client.verifyCode({ email: 'ann@example.com', otp: '123456' });`,
    wrong: `await client.verifyCode({ email: 'ann@example.com' });`,
    code: 'TS2741',
  },
  {
    refuses: 'a switch over a procedure’s own reasons that forgets one',
    right: `function f(reason: OwnReasonOf<'auth.verifyCode'>): string {
  switch (reason) {
    case 'ACCOUNT_SUSPENDED': return 'suspended';
    case 'ADDRESS_HELD': return 'held';
    case 'CODE_INVALID': return 'wrong';
    case 'INPUT_INVALID': return 'no code';
    case 'RATE_LIMITED': return 'wait';
  }
}
f('CODE_INVALID');`,
    wrong: `function f(reason: OwnReasonOf<'auth.verifyCode'>): string {
  switch (reason) {
    case 'ACCOUNT_SUSPENDED': return 'suspended';
    case 'ADDRESS_HELD': return 'held';
    case 'INPUT_INVALID': return 'no code';
    case 'RATE_LIMITED': return 'wait';
  }
}
f('CODE_INVALID');`,
    code: 'TS2366',
  },
  {
    refuses: 'a storage that can’t forget',
    right: `createClient({ url: '', storage: sessionStorage });`,
    wrong: `createClient({ url: '', storage: { getItem: () => null, setItem: () => {} } });`,
    code: 'TS2322',
  },
];

/** Milliseconds, for a busy machine. */
const compilerTimeout = 120_000;

let found: string[][];

beforeAll(async () => {
  const lines = cases.flatMap(({ right, wrong }) => [right, wrong]);
  found = await compile(lines.map((line) => `${opening}${line}\n`));
}, compilerTimeout);

describe('the types of the client refuse', () => {
  it.each(cases.map((one, index) => ({ ...one, index })))(
    '$refuses',
    ({ index, code }) => {
      expect(found[index * 2]).toEqual([]);
      expect(found[index * 2 + 1]).toEqual([code]);
    },
  );
});
