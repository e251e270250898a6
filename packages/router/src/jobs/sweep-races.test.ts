import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { dump, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { sweep } from './sweep.ts';

const service = useService();
const sweepAll = async () =>
  sweep({ orm: service().orm, settings: service().deps.settings });

describe('a sweep', () => {
  it('deletes nothing that is in use', async () => {
    const person = await signIn(service());
    await person.api.profiles.create({ username: 'kept', referral: '' });
    const { short } = await askForCodes(service(), person.email);
    const [otp = ''] = wrongCodes(1, short);
    await outcome(service().as().auth.verifyCode({ email: person.email, otp }));
    const before = await dump(service());
    await sweepAll();
    expect(await dump(service())).toBe(before);
  });

  it('takes nothing from people who sign in meanwhile with addresses that are due', async () => {
    const due = Array.from({ length: 20 }, newAddress);
    for (const email of due) await service().as().auth.sendCode({ email });
    await service().clock.advance('25 hours');
    const results = await raceTogether(40, async (index) =>
      index % 2 === 0 ? sweepAll() : signIn(service(), due[(index - 1) / 2]),
    );
    expect(endingsOf(results)).toEqual({ done: 40 });
    await sweepAll();
    const users = (await rowsOf(service(), 'users')).filter((row) =>
      due.some((email) => row.includes(`"${email}"`)),
    );
    expect(users).toHaveLength(20);
  });
});
