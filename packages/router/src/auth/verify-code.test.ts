import { createHash } from 'node:crypto';
import { statements } from '@namecard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Codes } from '../access/codes.ts';
import { allCodesOf, askForCodes, wrongLong } from '../testing/codes.ts';
import { errorOf, outcome, wrongFields } from '../testing/outcome.ts';
import { newAddress, signIn, suspend } from '../testing/people.ts';
import { guessesOf, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let email: string;
let codes: Codes;

const verify = async (otp: string, address = email) =>
  service().as().auth.verifyCode({ email: address, otp });

beforeEach(async () => {
  email = newAddress();
  codes = await askForCodes(service(), email);
});

describe('a right code', () => {
  it('is exchanged for the user and a token that signs in', async () => {
    const { data } = await verify(codes.short);
    expect(Object.keys(data.user).toSorted()).toEqual(
      'coinbaseWallet createdAt email farcasterId id updatedAt username walletAddress worldId'.split(
        ' ',
      ),
    );
    expect(data.user).toMatchObject({ email, username: null, worldId: null });
    expect(data.token).toMatch(/^nc_[\w-]{43}$/);
    const me = await service().as(data.token).users.me();
    expect(me.data.user).toEqual(data.user);
  });

  it('can be the short one or the long one', async () => {
    expect(await outcome(verify(codes.short))).toBe('done');
    const next = await askForCodes(service(), email);
    expect(await outcome(verify(next.long))).toBe('done');
  });

  it('works with the address in any case, and spaces around it', async () => {
    expect(await outcome(verify(codes.short, ` ${email.toUpperCase()} `))).toBe('done');
  });

  it('works once', async () => {
    await verify(codes.short);
    expect(await outcome(verify(codes.short))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(codes.long))).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('also ends older challenges of the address, and no others', async () => {
    const stranger = newAddress();
    const theirs = await askForCodes(service(), stranger);
    await service().clock.advance('5 minutes');
    const newer = await askForCodes(service(), email);
    await verify(newer.short);
    expect(await allCodesOf(service(), email)).toEqual([]);
    expect(await outcome(verify(codes.long))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(theirs.short, stranger))).toBe('done');
  });
});

describe('a code’s life', () => {
  it('is 10 minutes for a short code, while the long one still works', async () => {
    await service().clock.advance('10 minutes');
    expect(await outcome(verify(codes.short))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(codes.long))).toBe('done');
  });

  it('lasts to the last microsecond of a short one', async () => {
    await service().clock.advance('9 minutes 59.999999 seconds');
    expect(await outcome(verify(codes.short))).toBe('done');
  });

  it('lasts to the last microsecond of a long one’s 60 minutes', async () => {
    await service().clock.advance('59 minutes 59.999999 seconds');
    expect(await outcome(verify(codes.long))).toBe('done');
  });

  it('is over for a long one after 60 minutes', async () => {
    await service().clock.advance('60 minutes');
    expect(await outcome(verify(codes.long))).toBe('UNAUTHORIZED CODE_INVALID');
  });
});

describe('a wrong code', () => {
  const table = async () =>
    Promise.all(
      ['addresses', 'challenges', 'users', 'sessions', 'hourly_counts'].map(
        async (name) => rowsOf(service(), name),
      ),
    );

  it.each([
    '1',
    '12345',
    '1234567',
    'hello',
    '------',
    'UUUU-UUUU-UUUUU',
    '🙂🙂🙂🙂🙂🙂',
    'x'.repeat(64),
  ])('is refused like a wrong one when it is %j, and changes no row', async (otp) => {
    const before = await table();
    expect(await outcome(verify(otp))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await table()).toEqual(before);
  });

  it('is refused as input when it is empty, too long or can’t be kept as text', async () => {
    for (const otp of ['', 'x'.repeat(65), '482\u{0}913', '48291\u{d83d}']) {
      expect(await wrongFields(verify(otp))).toEqual(['otp']);
    }
  });

  it('that is long changes no row and spends nothing', async () => {
    const before = await table();
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      expect(await outcome(verify(wrongLong))).toBe('UNAUTHORIZED CODE_INVALID');
    }
    expect(await table()).toEqual(before);
    expect(await outcome(verify(codes.short))).toBe('done');
  });

  it('is each code for an address without a challenge, which is not stored', async () => {
    const stranger = newAddress();
    expect(await outcome(verify('123456', stranger))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(wrongLong, stranger))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await guessesOf(service(), stranger)).toBeUndefined();
  });

  it('is the code of another address', async () => {
    const theirs = await askForCodes(service(), newAddress());
    expect(await outcome(verify(theirs.short))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(theirs.long))).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('is refused in the same words for each cause', async () => {
    const wrong = await errorOf(verify('000000'));
    const unknown = await errorOf(verify('000000', newAddress()));
    const long = await errorOf(verify(wrongLong));
    await verify(codes.short);
    const used = await errorOf(verify(codes.short));
    expect(new Set([wrong, unknown, long, used].map(({ message }) => message)).size).toBe(
      1,
    );
  });
});

describe('signing in for the first time', () => {
  it('keeps the address as typed, even if another case is used later', async () => {
    const spelled = email.replace('stranger', 'Stranger');
    const { data } = await verify(codes.short, spelled);
    expect(data.user.email).toBe(spelled);
    const again = await askForCodes(service(), email.toUpperCase());
    const later = await verify(again.short, email.toUpperCase());
    expect(later.data.user).toEqual(data.user);
  });

  it('creates the user, who did not exist before', async () => {
    const users = statements(service().orm.em.fork()).selectFrom('users').select('id');
    expect(await users.where('emailKey', '=', email).execute()).toEqual([]);
    await outcome(verify('000000'));
    expect(await users.where('emailKey', '=', email).execute()).toEqual([]);
    await verify(codes.short);
    expect(await users.where('emailKey', '=', email).execute()).toHaveLength(1);
  });

  it('stores only the SHA-256 of the token', async () => {
    const { data } = await verify(codes.short);
    const sessions = await statements(service().orm.em.fork())
      .selectFrom('sessions')
      .select('tokenHash')
      .where('userId', '=', data.user.id)
      .execute();
    expect(
      sessions.map((session) => Buffer.from(session.tokenHash).toString('hex')),
    ).toEqual([createHash('sha256').update(data.token).digest('hex')]);
  });
});

describe('a suspended account', () => {
  it('is told of the suspension after a right code, which is used up', async () => {
    const person = await signIn(service());
    await suspend(service(), person);
    const { short, long } = await askForCodes(service(), person.email);
    expect(await outcome(verify('000000', person.email))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect(await outcome(verify(short, person.email))).toBe(
      'FORBIDDEN ACCOUNT_SUSPENDED',
    );
    expect(await outcome(verify(short, person.email))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(verify(long, person.email))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await guessesOf(service(), person.email)).toBe(1);
  });
});
