import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Codes } from '../access/codes.ts';
import { allCodesOf, askForCodes, wrongCodes } from '../testing/codes.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { newAddress, newIp } from '../testing/people.ts';
import { guessesOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

/** Without a budget no mail is held: each counts when it is asked for. */
const service = useService({ settings: { mailsPerHour: 0 } });
const refused = 'UNAUTHORIZED CODE_INVALID';
let email: string;
let ip: string;
let codes: Codes;

const verify = async (otp: string) =>
  service().as(undefined, { ip }).auth.verifyCode({ email, otp });

async function usersAndSessions(): Promise<{ users: number; sessions: number }> {
  const db = statements(service().orm.em.fork());
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('emailKey', '=', email)
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where(
      'userId',
      'in',
      users.map(({ id }) => id),
    )
    .execute();
  return { users: users.length, sessions: sessions.length };
}

beforeEach(async () => {
  email = newAddress();
  ip = newIp();
  codes = await askForCodes(service(), email);
});

describe('30 parallel right verifications', () => {
  it('with codes of both kinds and of two challenges make one user and one session', async () => {
    await service().clock.advance('5 minutes');
    const newer = await askForCodes(service(), email);
    const all = [codes.short, codes.long, newer.short, newer.long];
    const results = await raceTogether(30, async (index) => verify(all[index % 4] ?? ''));
    expect(endingsOf(results)).toEqual({ done: 1, [refused]: 29 });
    expect(await usersAndSessions()).toEqual({ users: 1, sessions: 1 });
    expect(await allCodesOf(service(), email)).toEqual([]);
    expect(await guessesOf(service(), email)).toBe(0);
  });

  it('do not touch a challenge that begins after the success', async () => {
    const results = await raceTogether(30, async (index) =>
      index < 20 ? verify(codes.short) : service().as().auth.sendCode({ email }),
    );
    expect(endingsOf(results)['done']).toBe(11);
    const left = await allCodesOf(service(), email);
    expect(left.length).toBeLessThanOrEqual(1);
    const { long } = left[0] ?? (await askForCodes(service(), email));
    expect(await outcome(verify(long))).toBe('done');
  });
});

describe('a right code among parallel wrong ones', () => {
  it('counts like them, and the long code always works', async () => {
    const wrong = wrongCodes(29, codes.short);
    const results = await raceTogether(30, async (index) =>
      verify(wrong[index - 1] ?? codes.short),
    );
    const signedIn = endingsOf(results)['done'] ?? 0;
    expect(signedIn).toBeLessThanOrEqual(1);
    expect(await guessesOf(service(), email)).toBeLessThanOrEqual(5);
    const { long } = signedIn === 1 ? await askForCodes(service(), email) : codes;
    expect(await outcome(verify(long))).toBe('done');
  });
});
