import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { signIn, leaving } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();

describe('a profile that is deleted while others name it as referrer', () => {
  it('becomes a referrer or not, and no creation fails', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    for (let round = 0; round < 8; round += 1) {
      const referral = `referrer-${round}`;
      await ann.api.profiles.create({ username: referral, referral: '' });
      const race = await raceTogether(8, (index) =>
        outcome(
          index === 3
            ? ann.api.profiles.remove({ username: referral })
            : bob.api.profiles.create({ username: `named-${round}-${index}`, referral }),
        ),
      );
      expect(endingsOf(race)).toEqual({ done: 8 });
    }
  });
});

describe('accounts that refer to one another', () => {
  it('can be erased at the same time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const people = await Promise.all(
        Array.from({ length: 4 }, () => signIn(service())),
      );
      const names = people.map((_, index) => `mutual-${round}-${index}`);
      for (const [index, { api }] of people.entries()) {
        await api.profiles.create({ username: names[index] ?? '', referral: '' });
      }
      for (const [index, { api }] of people.entries()) {
        for (const referral of names) {
          await api.profiles.create({ username: `${referral}-by-${index}`, referral });
        }
      }
      const calls = await Promise.all(people.map((one) => leaving(service(), one)));
      const race = await raceTogether(4, (index) =>
        outcome(calls[index]?.() ?? Promise.reject(new Error('nobody'))),
      );
      expect(endingsOf(race)).toEqual({ done: 4 });
    }
  });
});
