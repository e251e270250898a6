import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Codes } from '../access/codes.ts';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { newAddress, newIp } from '../testing/people.ts';
import { guessesOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

/** Without a budget no mail is held: each counts when it is asked for. */
const service = useService({ settings: { mailsPerHour: 0 } });
const refused = 'UNAUTHORIZED CODE_INVALID';
let email: string;
let codes: Codes;

/** An attacker has any number of IP addresses. */
const verify = async (otp: string, by = service()) =>
  outcome(by.as(undefined, { ip: newIp() }).auth.verifyCode({ email, otp }));

/** Spends guesses on codes that are wrong. */
async function guessWrong(count: number): Promise<void> {
  for (const otp of wrongCodes(count, codes.short)) {
    expect(await verify(otp)).toBe(refused);
  }
}

/** Counts the wrong codes that were compared, over all addresses. */
async function countCompared(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from hourly_counts where counter = 'wrong_guesses'
  `.execute(statements(service().orm.em.fork()));
  return rows[0]?.count ?? 0;
}

const askAgain = async () => {
  codes = await askForCodes(service(), email);
};

beforeEach(async () => {
  email = newAddress();
  await askAgain();
});

describe('wrong short guesses', () => {
  it('leave the right code working while there are fewer than five', async () => {
    await guessWrong(4);
    expect(await verify(codes.short)).toBe('done');
  });

  it('close short codes when there are five, while the long code works', async () => {
    await guessWrong(5);
    expect(await verify(codes.short)).toBe(refused);
    expect(await guessesOf(service(), email)).toBe(5);
    expect(await verify(codes.long)).toBe('done');
  });

  it('are not forgotten after a success or a new challenge', async () => {
    await guessWrong(5);
    expect(await verify(codes.long)).toBe('done');
    await service().clock.advance('6 minutes');
    await askAgain();
    expect(await verify(codes.short)).toBe(refused);
    expect(await guessesOf(service(), email)).toBe(5);
  });

  it('add up over challenges and successes', async () => {
    await guessWrong(4);
    expect(await verify(codes.short)).toBe('done');
    await askAgain();
    await guessWrong(1);
    expect(await verify(codes.short)).toBe(refused);
  });

  it('count for an address in any case', async () => {
    await guessWrong(4);
    const [otp = ''] = wrongCodes(1, codes.short);
    const upper = { email: email.toUpperCase(), otp };
    expect(await outcome(service().as().auth.verifyCode(upper))).toBe(refused);
    expect(await verify(codes.short)).toBe(refused);
  });

  it('are not counted while no short code is valid', async () => {
    await service().clock.advance('10 minutes');
    await guessWrong(6);
    expect(await guessesOf(service(), email)).toBe(0);
    await askAgain();
    expect(await verify(codes.short)).toBe('done');
  });

  it('close the codes of one address, not of another', async () => {
    await guessWrong(5);
    email = newAddress();
    await askAgain();
    expect(await verify(codes.short)).toBe('done');
  });

  it('are not counted if the limit is off', async () => {
    const unlimited = service().with({ settings: { wrongPerAddress: 0 } });
    for (const otp of wrongCodes(8, codes.short)) {
      expect(await verify(otp, unlimited)).toBe(refused);
    }
    expect(await guessesOf(service(), email)).toBe(0);
    expect(await verify(codes.short, unlimited)).toBe('done');
  });
});

describe('a right short guess', () => {
  it('is given back, and gives no other guess back', async () => {
    await guessWrong(3);
    expect(await verify(codes.short)).toBe('done');
    expect(await guessesOf(service(), email)).toBe(3);
  });
});

describe('the window of 24 hours', () => {
  it('slides: each guess counts for 24 hours from when it was made', async () => {
    await guessWrong(2);
    await service().clock.advance('1 hour');
    await askAgain();
    await guessWrong(3);
    expect(await verify(codes.short)).toBe(refused);

    await service().clock.advance('22 hours 59 minutes 59.999999 seconds');
    await askAgain();
    expect(await verify(codes.short)).toBe(refused);

    await service().clock.advance('1 microsecond');
    await guessWrong(2);
    expect(await verify(codes.short)).toBe(refused);

    await service().clock.advance('1 hour');
    await askAgain();
    await guessWrong(2);
    expect(await verify(codes.short)).toBe('done');
  });

  it('never holds more than five', async () => {
    await guessWrong(5);
    await service().clock.advance('24 hours');
    await askAgain();
    await guessWrong(5);
    expect(await guessesOf(service(), email)).toBe(5);
    expect(await verify(codes.short)).toBe(refused);
  });
});

describe('parallel guesses', () => {
  it('are at most five of 30 different wrong ones over two instances', async () => {
    const other = service().with({});
    const before = await countCompared();
    const results = await raceTogether(30, async (index) => {
      const [otp = ''] = wrongCodes(30, codes.short).slice(index);
      const by = index % 2 === 0 ? service() : other;
      return by.as(undefined, { ip: newIp() }).auth.verifyCode({ email, otp });
    });
    expect(endingsOf(results)).toEqual({ [refused]: 30 });
    expect((await countCompared()) - before).toBe(5);
    expect(await guessesOf(service(), email)).toBe(5);
    expect(await verify(codes.short)).toBe(refused);
    expect(await verify(codes.long)).toBe('done');
  });
});

describe('90 parallel wrong guesses for 30 addresses from 30 networks', () => {
  /** The number of guesses of each network. */
  async function guessesOfNetworks(): Promise<number[]> {
    const { rows } = await sql<{ guesses: number }>`
      select cardinality(guessed_at) as guesses from network_guesses
    `.execute(statements(service().orm.em));
    return rows.map(({ guesses }) => guesses);
  }

  it('are counted once per address and once per network, in any order of locks', async () => {
    const addresses = Array.from({ length: 30 }, () => newAddress());
    const ips = addresses.map(() => newIp());
    const wrong: string[] = [];
    for (const address of addresses) {
      wrong.push(...wrongCodes(1, (await askForCodes(service(), address)).short));
    }
    await sql`truncate network_guesses`.execute(statements(service().orm.em));
    const results = await raceTogether(90, async (index) => {
      const place = index % 30;
      return service()
        .as(undefined, { ip: ips[(index * 7) % 30] ?? '' })
        .auth.verifyCode({ email: addresses[place] ?? '', otp: wrong[place] ?? '' });
    });
    expect(endingsOf(results)).toEqual({ [refused]: 90 });
    const guesses = await Promise.all(
      addresses.map(async (one) => guessesOf(service(), one)),
    );
    expect(guesses).toEqual(addresses.map(() => 3));
    expect(await guessesOfNetworks()).toEqual(ips.map(() => 3));
  });
});

describe('two live challenges', () => {
  it('share five guesses, each compared with both', async () => {
    const older = codes;
    await service().clock.advance('5 minutes');
    await askAgain();
    const wrong = wrongCodes(4, codes.short, older.short);
    for (const otp of wrong) await verify(otp);
    expect(await guessesOf(service(), email)).toBe(4);
    expect(await verify(older.short)).toBe('done');
  });
});
