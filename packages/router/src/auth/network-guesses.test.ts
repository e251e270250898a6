import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { rangesOf } from '../access/networks.ts';
import { untilBlocked } from '../testing/blocked.ts';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import { newAddress, newIp } from '../testing/people.ts';
import { dump, guessesOf, rowsOf } from '../testing/rows.ts';
import { silentTelemetry } from '../testing/settings.ts';
import { type TestService, useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED CODE_INVALID';
let ip: string;

beforeEach(() => {
  ip = newIp();
});

const verify = async (email: string, otp: string, from = ip, by = service()) =>
  by.as(undefined, { ip: from }).auth.verifyCode({ email, otp });

/** Sends guesses for addresses without a valid code. */
const guessWrong = async (count: number, from = ip, by: TestService = service()) =>
  raceTogether(count, async () => verify(newAddress(), '123456', from, by));

/** Whether a right short code from this IP address is compared. */
async function isCompared(from = ip, by: TestService = service()): Promise<boolean> {
  const email = newAddress();
  const { short } = await askForCodes(service(), email);
  return (await outcome(verify(email, short, from, by))) === 'done';
}

/** Another address of the same IPv4 /24. */
const neighbour = (number: number) => ip.replace(/1$/, String(number));

describe('wrong short codes from one IP address', () => {
  it('are limited to 30 in an hour, with and without a valid code', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    for (const otp of wrongCodes(4, short)) await outcome(verify(email, otp));
    await guessWrong(25);
    expect(await isCompared()).toBe(true);
    await guessWrong(1);
    expect(await isCompared()).toBe(false);
    expect(await isCompared(newIp())).toBe(true);
  });

  it('get the usual refusal beyond that, and do not count for the email address', async () => {
    const email = newAddress();
    const { short, long } = await askForCodes(service(), email);
    const [otp = ''] = wrongCodes(1, short);
    const before = await errorOf(verify(email, otp));
    await guessWrong(29);
    const counts = await rowsOf(service(), 'hourly_counts');
    for (const guess of wrongCodes(9, short)) {
      expect(await errorOf(verify(email, guess))).toEqual(before);
    }
    expect(await guessesOf(service(), email)).toBe(1);
    expect(await rowsOf(service(), 'hourly_counts')).toEqual(counts);
    expect(await outcome(verify(email, long))).toBe('done');
  });

  it('are limited to 30 in any hour and 60 in any 24', async () => {
    await guessWrong(15);
    await service().clock.advance('30 minutes');
    await guessWrong(15);
    await service().clock.advance('29 minutes 59.999999 seconds');
    expect(await isCompared()).toBe(false);
    await service().clock.advance('1 microsecond');
    await guessWrong(14);
    expect(await isCompared()).toBe(true);
    await guessWrong(1);
    expect(await isCompared()).toBe(false);

    await service().clock.advance('1 hour');
    await guessWrong(15);
    await service().clock.advance('21 hours 59 minutes 59.999999 seconds');
    expect(await isCompared()).toBe(false);
    await service().clock.advance('1 microsecond');
    expect(await isCompared()).toBe(true);
  });

  it('are exactly 30 when 50 race over two instances, at addresses with codes', async () => {
    const other = service().with({});
    const emails = Array.from({ length: 50 }, newAddress);
    await raceTogether(50, async (index) =>
      service()
        .as()
        .auth.sendCode({ email: emails[index] ?? '' }),
    );
    const results = await raceTogether(50, async (index) =>
      verify(emails[index] ?? '', '123456', ip, index % 2 === 0 ? service() : other),
    );
    expect(endingsOf(results)).toEqual({ [refused]: 50 });
    const guesses = await Promise.all(
      emails.map(async (email) => guessesOf(service(), email)),
    );
    expect(guesses.filter((count) => count === 1)).toHaveLength(30);
  });

  it('of IPv6 are counted by /64', async () => {
    await guessWrong(30, '2001:db8:1:1::1');
    expect(await isCompared('2001:DB8:0001:1:ffff::')).toBe(false);
    expect(await isCompared('2001:db8:1:2::1')).toBe(true);
  });

  it('are not counted and not stored if the limit is off', async () => {
    const before = await rowsOf(service(), 'network_guesses');
    const unlimited = service().with({ settings: { wrongPerIp: 0 } });
    await guessWrong(31, ip, unlimited);
    expect(await isCompared(ip, unlimited)).toBe(true);
    expect(await rowsOf(service(), 'network_guesses')).toEqual(before);
  });
});

describe('wrong short codes from one network', () => {
  it('are 90 in an hour', async () => {
    for (const number of [2, 3]) await guessWrong(30, neighbour(number));
    await guessWrong(29, neighbour(4));
    expect(await isCompared()).toBe(true);
    await guessWrong(1, neighbour(5));
    expect(await isCompared()).toBe(false);
    expect(await isCompared(newIp())).toBe(true);
  });

  it('are 180 in a day', async () => {
    for (const number of [2, 3, 4, 5, 6, 7]) {
      await guessWrong(30, neighbour(number));
      await service().clock.advance('1 hour');
    }
    expect(await isCompared()).toBe(false);
    await service().clock.advance('18 hours');
    expect(await isCompared()).toBe(true);
  });

  it('do not include refused guesses of one address', async () => {
    await guessWrong(99, neighbour(2));
    expect(await isCompared()).toBe(true);
  });

  it('of IPv6 are counted by /48', async () => {
    for (const number of [1, 2, 3]) await guessWrong(30, `2001:db8:2:${number}::1`);
    expect(await isCompared('2001:db8:2:ffff::1')).toBe(false);
    expect(await isCompared('2001:db8:3::1')).toBe(true);
  });
});

describe('a right short code', () => {
  it('is given back to its IP address and network, also after many sign-ins', async () => {
    await guessWrong(29);
    for (let signIns = 0; signIns < 5; signIns += 1) {
      expect(await isCompared()).toBe(true);
    }
    await guessWrong(1);
    expect(await isCompared()).toBe(false);
  });

  it('is given back to the address that sent it, not to its neighbour', async () => {
    await guessWrong(30, neighbour(2));
    expect(await isCompared(neighbour(3))).toBe(true);
    await guessWrong(30, neighbour(3));
    expect(await isCompared(neighbour(2))).toBe(false);
  });

  it('is given back to each of 30 people with one IP address who race over two instances', async () => {
    const other = service().with({});
    const results = await raceTogether(30, async (index) =>
      isCompared(ip, index % 2 === 0 ? service() : other),
    );
    expect(results.every((one) => one.status === 'fulfilled' && one.value)).toBe(true);
    await guessWrong(29);
    expect(await isCompared()).toBe(true);
    await guessWrong(1);
    expect(await isCompared()).toBe(false);
  });
});

describe('the report to operators', () => {
  it('has each wrong code and each limit that refused one', async () => {
    const told: string[] = [];
    const telemetry = { ...silentTelemetry, event: tell, limited: tell };
    function tell(name: string) {
      told.push(name);
    }
    const by = service().with({
      telemetry,
      settings: { wrongPerAddress: 1, wrongPerIp: 3 },
    });
    const email = newAddress();
    const [otp = ''] = wrongCodes(1, (await askForCodes(service(), email)).short);
    for (let guess = 0; guess < 4; guess += 1) await outcome(verify(email, otp, ip, by));
    const perAddress = 'wrong_codes_per_address';
    const limits = [perAddress, perAddress, 'wrong_codes_per_ip'];
    expect(told).toEqual([
      'code_wrong',
      ...limits.flatMap((limit) => [limit, 'code_wrong']),
    ]);
  });
});

describe('the stored counts', () => {
  it('have no IP address and no network', async () => {
    await guessWrong(1);
    await guessWrong(1, '2001:db8:5:6::1');
    const text = await dump(service());
    for (const from of [ip, '2001:db8:5:6::1']) {
      for (const range of Object.values(rangesOf(from))) {
        expect(text).not.toContain(range.replace(/(\.0|::|\.)?\/\d+$/, ''));
      }
    }
  });
});

describe('a guess that began before its address was asked for', () => {
  it('is not compared, and does not change the counts of others', async () => {
    const email = newAddress();
    // From now on its network has a row.
    await guessWrong(1);
    const database = statements(service().orm.em.fork());
    let guess: Promise<unknown> = Promise.resolve();
    await database.transaction().execute(async (holder) => {
      await sql`select from network_guesses for update`.execute(holder);
      guess = outcome(verify(email, '123456'));
      await untilBlocked(service().orm.em.fork(), 1);
      await askForCodes(service(), email);
      await sql`update addresses set guesses = array_fill(current_instant(), array[3])
        where email = ${email}`.execute(database);
    });
    expect(await guess).toBe(refused);
    expect(await guessesOf(service(), email)).toBe(3);
  });
});
