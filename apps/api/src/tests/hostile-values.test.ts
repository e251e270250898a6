import { fetchJson, refusal, signIn, type Question } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService({
  settings: { LIMIT_SEND_PER_IP: '0', LIMIT_VERIFY_PER_IP: '0' },
});
let token: string;

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
  await fetchJson(`${service().origin}/api/v1/profiles`, {
    token,
    json: { username: 'ann', referral: '' },
  });
});

/** As JSON text, because some of these can't be values of JavaScript. */
const values = [
  'null',
  'true',
  '0',
  '-0',
  '1.5',
  '1e999',
  '9007199254740993',
  '[]',
  '{}',
  '""',
  '" "',
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  String.raw`"\udfff\ud800"`,
  String.raw`"\uffff"`,
  '["a@b.co"]',
  '{"$ne":null}',
  '{"toString":1}',
  '{"__proto__":{"x":1}}',
  '[[[[[]]]]]',
  `"' or 1=1 --"`,
  '"%00"',
  '"../../etc/passwd"',
  '"javascript:alert(1)"',
  '"\u202e"',
  '"\u212a"',
  `"${'x'.repeat(60_000)}"`,
  `"${'\u{1f600}'.repeat(5_000)}"`,
  '"https://x:y@example.com"',
];

type Call = {
  rest: string;
  method?: string;
  trpc: string;
  valid: Record<string, string>;
};

const calls: Call[] = [
  {
    rest: '/auth/send-code',
    trpc: 'auth.sendCode',
    valid: { email: '"ann@example.com"' },
  },
  {
    rest: '/auth/verify-code',
    trpc: 'auth.verifyCode',
    valid: { email: '"ann@example.com"', otp: '"000000"' },
  },
  {
    rest: '/users/me',
    method: 'PATCH',
    trpc: 'users.updateMe',
    valid: { username: 'null', walletAddress: 'null', worldId: 'null' },
  },
  {
    rest: '/profiles',
    trpc: 'profiles.create',
    valid: { username: '"ann"', referral: '""' },
  },
  {
    rest: '/profiles/ann/socials',
    method: 'PATCH',
    trpc: 'profiles.updateSocials',
    valid: { username: '"ann"', socials: '{}', about: 'null' },
  },
  {
    rest: '/profiles/ann/location',
    method: 'PATCH',
    trpc: 'profiles.updateLocation',
    valid: { username: '"ann"', location: 'null' },
  },
];

const textOf = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}`;

/**
 * The call with each field replaced by each value, and with the whole body
 * replaced.
 */
function bodiesOf({ valid }: Call): string[] {
  const fields = Object.keys(valid).flatMap((name) =>
    values.map((value) => textOf({ ...valid, [name]: value })),
  );
  const links = values.map((value) => `{"username":"ann","socials":{"x":${value}}}`);
  const places = values.map(
    (value) => `{"username":"ann","location":{"latitude":${value},"longitude":0}}`,
  );
  return [...fields, ...values, ...links, ...places];
}

/** Sends a few at a time, so as not to overload the machine. */
async function askAll(address: string, questions: Question[]) {
  const answers = [];
  for (let at = 0; at < questions.length; at += 8) {
    const some = questions.slice(at, at + 8);
    answers.push(
      ...(await Promise.all(some.map((question) => fetchJson(address, question)))),
    );
  }
  return answers;
}

describe.each(calls)('no value gets a 500 from $trpc', (call) => {
  it('over REST, and each refusal has the usual body', async () => {
    const questions = bodiesOf(call).map((text) => ({
      method: call.method ?? 'POST',
      token,
      text,
    }));
    const answers = await askAll(`${service().origin}/api/v1${call.rest}`, questions);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(values.length);
    expect(
      refused.map(refusal).filter((error) => !/^4\d\d [A-Z_]+$/.test(error)),
    ).toEqual([]);
  });

  it('over tRPC', async () => {
    const questions = bodiesOf(call).map((text) => ({ token, text }));
    const answers = await askAll(`${service().origin}/trpc/${call.trpc}`, questions);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(
      values.length,
    );
  });
});

describe('no query gets a 500', () => {
  it('from the list of profiles', async () => {
    const texts = [
      '',
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      '1e999',
      'NaN',
      '%00',
      '%ud800',
      'null',
      '[]',
    ];
    const names = [
      'page',
      'limit',
      'reverse',
      'page[]',
      'page[$ne]',
      '__proto__',
      'constructor',
    ];
    const statuses = await Promise.all(
      names.flatMap((name) =>
        texts.map(async (text) => {
          const address = `${service().origin}/api/v1/profiles?${name}=${text}`;
          return (await fetchJson(address, { token })).status;
        }),
      ),
    );
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses).toContain(400);
  });

  it('from the page with the highest number', async () => {
    for (const page of [2_147_483_647, 2_147_483_648, 9_007_199_254_740_991]) {
      const address = `${service().origin}/api/v1/profiles?page=${page}&limit=100`;
      expect(await fetchJson(address, { token })).toMatchObject({
        status: 200,
        body: { data: { profiles: [] } },
      });
    }
  });
});
