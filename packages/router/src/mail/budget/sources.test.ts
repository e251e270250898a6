import { beforeEach, describe, expect, it } from 'vitest';
import { codesOf } from '../../testing/codes.ts';
import {
  deliverAll,
  deliverAny,
  emptyOutbox,
  sendFrom,
  useUpMailsOf,
} from '../../testing/mail.ts';
import { outcome } from '../../testing/outcome.ts';
import { signIn } from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

const askTimes = async (count: number, ipOf: (index: number) => string) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => sendFrom(service(), ipOf(index))),
  );

const leaving = async (by = service()) => (await deliverAll(by)).length;

/** Asks every `seconds` for so long, and returns the number of mails that left. */
async function leavingMeanwhile(
  times: number,
  seconds: number,
  ip: string,
): Promise<number> {
  let left = 0;
  for (let time = 0; time < times; time += 1) {
    await sendFrom(service(), ip);
    left += await leaving();
    await service().clock.advance(seconds * 1_000);
  }
  return left;
}

beforeEach(async () => {
  await emptyOutbox(service());
  // Requests of an IP address are limited by the hour.
  await service().clock.advance('1 hour');
});

describe('to addresses that never signed in', () => {
  it('one IP address has 100 mails at once, and then one a minute', async () => {
    await useUpMailsOf('192.0.2.1', service(), { left: 2 });
    await askTimes(5, () => '192.0.2.1');
    expect(await leaving()).toBe(2);
    await service().clock.advance('59.999999 seconds');
    expect(await leaving()).toBe(0);
    await service().clock.advance('1 microsecond');
    expect(await leaving()).toBe(1);
    await service().clock.advance('1 minute');
    expect(await leaving()).toBe(1);
  });

  it('one IPv6 /64 is one IP address', async () => {
    await useUpMailsOf('2001:db8:1:2::1', service(), { left: 2 });
    await askTimes(5, (index) => `2001:db8:1:2::${index + 2}`);
    expect(await leaving()).toBe(2);
  });

  it('a network has 200 mails at once, and then one each half minute', async () => {
    // The budget of all is large, so only the network's budget is used up.
    const by = service().with({ settings: { mailsPerHour: 10_000 } });
    await askTimes(150, (index) => `192.0.2.${index % 4}`);
    expect(await leaving(by)).toBe(150);
    await service().clock.advance('29.999999 seconds');
    await askTimes(60, (index) => `192.0.2.${index % 4}`);
    expect(await leaving(by)).toBe(50);
    await service().clock.advance('1 microsecond');
    expect(await leaving(by)).toBe(1);
    expect(await leaving(by)).toBe(0);
  });

  it('an IP address whose saved mails have left sends 30 in half an hour at most', async () => {
    await useUpMailsOf('192.0.2.1', service());
    const left = await leavingMeanwhile(90, 20, '192.0.2.1');
    expect(left).toBeLessThanOrEqual(30);
    expect(left).toBeGreaterThan(27);
  });

  it('a turn is dropped after half an hour, and delays no later one', async () => {
    await useUpMailsOf('192.0.2.1', service());
    await askTimes(40, () => '192.0.2.1');
    await service().clock.advance('30 minutes 1 second');
    const late = await sendFrom(service(), '192.0.2.1');
    expect(await deliverAll(service())).toEqual([late]);
  });

  it('a held IP address does not delay others', async () => {
    await useUpMailsOf('192.0.2.1', service());
    await sendFrom(service(), '192.0.2.1');
    const email = await sendFrom(service(), '192.0.2.2');
    expect(await deliverAny(service())).toBe(email);
  });

  it('each level counts all mails, also when another level is used up', async () => {
    await askTimes(101, () => '192.0.2.1');
    await askTimes(101, () => '192.0.2.2');
    const by = service().with({ settings: { mailsPerHour: 10_000 } });
    expect(await leaving(by)).toBe(200);
    await sendFrom(service(), '192.0.2.3');
    expect(await leaving(by)).toBe(0);
  });
});

describe('requests for members', () => {
  const members = async (count: number) => {
    const emails: string[] = [];
    while (emails.length < count) emails.push((await signIn(service())).email);
    return emails;
  };
  const askFor = async (emails: readonly string[], ip: string) => {
    for (const email of emails)
      await service().as(undefined, { ip }).auth.sendCode({ email });
  };

  it('are mailed at once beside an attacker, and pay the source but not the budget of all', async () => {
    const few = service().with({ settings: { mailsPerHour: 2 } });
    const emails = await members(3);
    await emptyOutbox(service());
    await useUpMailsOf('192.0.2.1', few);
    await askFor(emails, '192.0.2.1');
    expect((await deliverAll(few)).toSorted()).toEqual(emails.toSorted());
    // Here their turns have tokens, and pay.
    await askFor(emails, '203.0.113.1');
    expect(await deliverAll(few)).toHaveLength(3);
    const newcomer = await sendFrom(few, '198.51.100.1');
    expect(await deliverAll(few)).toEqual([newcomer]);
    const beside = await sendFrom(service(), '192.0.2.1');
    await service().clock.advance('3 minutes');
    expect(await deliverAll(service())).toEqual([]);
    await service().clock.advance('1 minute');
    expect(await deliverAll(service())).toEqual([beside]);
  });

  it('of a classroom of 90, half of them newcomers, are all mailed at once, also twice', async () => {
    const emails = await members(45);
    await emptyOutbox(service());
    await askFor(emails, '192.0.2.1');
    const newcomers = await askTimes(45, () => '192.0.2.1');
    expect((await deliverAll(service())).toSorted()).toEqual(
      [...emails, ...newcomers].toSorted(),
    );
    for (const email of [...emails, ...newcomers]) {
      const { long } = await codesOf(service(), email);
      await service().as().auth.verifyCode({ email, otp: long });
    }
    await askFor([...emails, ...newcomers], '192.0.2.1');
    expect(await deliverAll(service())).toHaveLength(90);
  });

  it('wait no longer once a code has signed them in', async () => {
    const [email = ''] = await members(1);
    await emptyOutbox(service());
    await useUpMailsOf('192.0.2.1', service());
    await askFor([email], '192.0.2.1');
    const { long } = await codesOf(service(), email);
    await service().as().auth.verifyCode({ email, otp: long });
    const beside = await sendFrom(service(), '192.0.2.1');
    await service().clock.advance('1 minute');
    expect(await deliverAll(service())).toEqual([beside]);
  });
});

describe('a mail whose code signs somebody in', () => {
  const verify = async (email: string, kind: 'short' | 'long') => {
    const { [kind]: otp } = await codesOf(service(), email);
    return outcome(service().as().auth.verifyCode({ email, otp }));
  };

  it.each(['short', 'long'] as const)(
    'gives its token back, by its %s code',
    async (kind) => {
      await useUpMailsOf('192.0.2.1', service(), { left: 3 });
      const newcomers = await askTimes(3, () => '192.0.2.1');
      expect(await leaving()).toBe(3);
      for (const email of newcomers) expect(await verify(email, kind)).toBe('done');
      await askTimes(5, () => '192.0.2.1');
      expect(await leaving()).toBe(3);
    },
  );

  it('gives back the tokens of all turns of its address, and no others', async () => {
    const email = await sendFrom(service(), '192.0.2.1');
    await leaving();
    const older = await codesOf(service(), email);
    await service().clock.advance('5 minutes');
    for (const ip of ['192.0.2.2', '192.0.2.3']) {
      await service().as(undefined, { ip }).auth.sendCode({ email });
      await leaving();
    }
    await sendFrom(service(), '192.0.2.1');
    await leaving();
    expect(await rowsOf(service(), 'mail_turns')).toHaveLength(4);
    expect(
      await outcome(service().as().auth.verifyCode({ email, otp: older.long })),
    ).toBe('done');
    expect(await rowsOf(service(), 'mail_turns')).toHaveLength(1);
  });

  it('no longer counts in the order of turns', async () => {
    const email = await sendFrom(service(), '192.0.2.1');
    await leaving();
    await sendFrom(service(), '198.51.100.1');
    await leaving();
    await verify(email, 'short');
    const elsewhere = await sendFrom(service(), '198.51.100.1');
    const proven = await sendFrom(service(), '192.0.2.1');
    expect(await deliverAll(service())).toEqual([proven, elsewhere]);
  });

  it('gives back to the budget of all, once', async () => {
    const few = service().with({ settings: { mailsPerHour: 4 } });
    const emails = await Promise.all(
      ['192.0.2.1', '198.51.100.1', '203.0.113.9', '198.18.0.1'].map(async (ip) =>
        sendFrom(few, ip),
      ),
    );
    expect(await leaving(few)).toBe(4);
    const [email = ''] = emails;
    const { short } = await codesOf(few, email);
    expect(await outcome(few.as().auth.verifyCode({ email, otp: short }))).toBe('done');
    await sendFrom(few, '198.19.0.1');
    await sendFrom(few, '198.19.1.1');
    expect(await leaving(few)).toBe(1);
  });
});
