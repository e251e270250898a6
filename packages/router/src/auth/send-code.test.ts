import { raceTogether } from '@namecard/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { allCodesOf, askForCodes } from '../testing/codes.ts';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { newAddress, signIn, suspended } from '../testing/people.ts';
import { mailsTo, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

/** Without a budget no mail is held: each counts when it is asked for. */
const service = useService({ settings: { mailsPerHour: 0 } });
const send = async (email: string) => service().as().auth.sendCode({ email });

/** The number of mails of each challenge of the address, newest first. */
const mailsOf = async (email: string) =>
  (await allCodesOf(service(), email)).map(({ mails }) => mails);

describe('asking for a code', () => {
  it('gets the same answer for known, unknown, suspended and over-asked addresses', async () => {
    const overAsked = newAddress();
    await raceTogether(5, async () => send(overAsked));
    const addresses = [
      newAddress(),
      (await signIn(service())).email,
      (await suspended(service())).email,
      overAsked,
    ];
    const answers = await Promise.all(addresses.map(send));
    expect(answers).toEqual(addresses.map(() => ({ data: null })));
  });

  it('queues one mail, and makes one challenge', async () => {
    const email = newAddress();
    await send(email);
    expect(await mailsOf(email)).toEqual([1]);
    expect(await mailsTo(service(), email)).toMatchObject([
      { state: 'queued', hasAccount: false },
    ]);
  });

  it('knows which addresses have signed in, and creates no user', async () => {
    const { email } = await signIn(service());
    const before = await rowsOf(service(), 'users');
    await send(newAddress());
    await send(email);
    const mails = await mailsTo(service(), email);
    expect(mails.map(({ hasAccount }) => hasAccount)).toEqual([false, true]);
    expect(await rowsOf(service(), 'users')).toEqual(before);
  });

  it('mails the same codes for 5 minutes, three times at most', async () => {
    const email = newAddress();
    const first = await askForCodes(service(), email);
    await service().clock.advance('4 minutes 59.999999 seconds');
    expect(await askForCodes(service(), email)).toMatchObject({
      short: first.short,
      long: first.long,
    });
    await send(email);
    expect(await mailsOf(email)).toEqual([3]);
    await send(email);
    expect(await mailsOf(email)).toEqual([3]);
    expect(await mailsTo(service(), email)).toHaveLength(3);
  });

  it('makes a new challenge after 5 minutes, while the older one lives on', async () => {
    const email = newAddress();
    const older = await askForCodes(service(), email);
    await service().clock.advance('5 minutes');
    const newer = await askForCodes(service(), email);
    expect(newer.long).not.toBe(older.long);
    expect(await mailsOf(email)).toEqual([1, 1]);
    expect(
      await outcome(service().as().auth.verifyCode({ email, otp: older.short })),
    ).toBe('done');
  });

  it('compares addresses in lower case', async () => {
    const email = newAddress();
    await send(email.toUpperCase());
    await send(` ${email} `);
    expect(await mailsOf(email)).toEqual([2]);
  });

  it('wakes the mail worker when a mail is committed', async () => {
    let woken = 0;
    const listening = service().with({ mailQueued: () => (woken += 1) });
    await listening.as().auth.sendCode({ email: newAddress() });
    expect(woken).toBe(1);
  });
});

describe('50 parallel requests for one address', () => {
  it('leave one challenge and three mails', async () => {
    const email = newAddress();
    const other = service().with({});
    const results = await raceTogether(50, async (index) =>
      (index % 2 === 0 ? service() : other).as().auth.sendCode({ email }),
    );
    expect(endingsOf(results)).toEqual({ done: 50 });
    expect(await mailsOf(email)).toEqual([3]);
    expect(await mailsTo(service(), email)).toHaveLength(3);
  });
});

describe('60 parallel requests for 30 addresses over two instances', () => {
  it('leave each with one challenge and two mails, known or not', async () => {
    const other = service().with({});
    const addresses = Array.from({ length: 30 }, () => newAddress());
    await Promise.all(addresses.slice(0, 15).map(send));
    await service().clock.advance('5 minutes');
    const results = await raceTogether(60, async (index) =>
      (index < 30 ? service() : other)
        .as()
        // One instance goes from first to last, the other from last to first.
        .auth.sendCode({ email: addresses[index < 30 ? index : 59 - index] ?? '' }),
    );
    expect(endingsOf(results)).toEqual({ done: 60 });
    expect(await Promise.all(addresses.map(mailsOf))).toEqual(
      addresses.map((_, index) => (index < 15 ? [2, 1] : [2])),
    );
  });
});

describe('an address that is asked for again and again', () => {
  let email: string;
  const mailed = async () => (await mailsTo(service(), email)).length;
  const askAfter = async (interval: string) => {
    await service().clock.advance(interval);
    await send(email);
    return mailed();
  };

  beforeAll(async () => {
    email = newAddress();
    for (const _ of [1, 2, 3]) {
      await raceTogether(4, async () => send(email));
      await service().clock.advance('5 minutes');
    }
  });

  it('gets nine mails in its first 15 minutes', async () => {
    expect(await mailed()).toBe(9);
  });

  it('gets the tenth half an hour after the newest challenge, and then one every half hour', async () => {
    expect(await askAfter('24 minutes 59.999999 seconds')).toBe(9);
    expect(await askAfter('1 microsecond')).toBe(10);
    expect(await askAfter('29 minutes 59.999999 seconds')).toBe(10);
    expect(await askAfter('1 microsecond')).toBe(11);
  });

  it('has a long code valid for half an hour whenever nothing is mailed', async () => {
    await service().clock.advance('29 minutes 59.999999 seconds');
    const [newest] = await allCodesOf(service(), email);
    await send(email);
    await service().clock.advance('30 minutes');
    const otp = newest?.long ?? '';
    expect(await outcome(service().as().auth.verifyCode({ email, otp }))).toBe('done');
  });

  it('begins anew with a success', async () => {
    await raceTogether(4, async () => send(email));
    expect(await mailsOf(email)).toEqual([3]);
  });
});

describe('an address of mail', () => {
  it.each([
    'ann@example.com',
    'Ann.Lee+tag@Example.COM',
    'a@b.co',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.example`,
    'ann@xn--bcher-kva.example',
    "o'hara_{x}@example.com",
  ])('may be %j', async (email) => {
    expect(await outcome(send(email))).toBe('done');
  });

  it.each([
    '',
    'ann',
    'ann@localhost',
    '@example.com',
    'ann@',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'änn@example.com',
    'ann@exämple.com/a.example',
    'ann@example.com, bob@example.com',
    'ann@example.com\nbcc: bob@example.com',
    'ann\0@example.com',
    'bob@example.com <ann@example.com>',
    '"ann lee"@example.com',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(125)}example`,
    '\u{43a}ate@example.com',
  ])('may not be %j', async (email) => {
    expect(await wrongFields(send(email))).toEqual(['email']);
  });
});
