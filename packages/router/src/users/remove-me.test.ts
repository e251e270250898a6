import { raceTogether } from '@namecard/db/testing';
import { groupLongCode, type Message } from '@namecard/email';
import { beforeEach, describe, expect, it } from 'vitest';
import { actCodeOf } from '../testing/act-codes.ts';
import { askForCodes } from '../testing/codes.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { type Person, signIn, leave, leaving } from '../testing/people.ts';
import { dump, mailsTo, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';
let ann: Person;

beforeEach(async () => {
  ann = await signIn(service());
});

describe('the code to erase yourself', () => {
  const confirm = (otp: string, by = ann) =>
    outcome(service().as(by.token).users.removeMe({ otp }));
  const wrong = 'UNAUTHORIZED CODE_INVALID';

  it('is mailed in your language, and asking for it changes nothing', async () => {
    const mails: Message[] = [];
    const mailing = service().with({
      deliver: async (mail) => {
        mails.push(mail);
        return { outcome: 'sent', messageId: 'kept in the test' };
      },
    });
    await ann.api.users.chooseLanguage({ language: 'de' });
    await mailing.as(ann.token).users.askRemoval();
    expect(mails).toMatchObject([
      { to: ann.email, text: expect.stringContaining('Dein Konto und deine Karten') },
    ]);
    expect(mails[0]?.subject).toContain(groupLongCode(await actCodeOf(service(), ann)));
    expect(await outcome(ann.api.users.me())).toBe('done');
  });

  it('works once, for ten minutes, in the session that asked', async () => {
    await ann.api.users.askRemoval();
    const code = await actCodeOf(service(), ann);
    const other = await signIn(service(), ann.email);
    expect(await confirm(code, other)).toBe(wrong);
    expect(await confirm((await askForCodes(service(), ann.email)).long)).toBe(wrong);
    await service().clock.advance('10 minutes');
    expect(await confirm(code)).toBe(wrong);
    await ann.api.users.askRemoval();
    const now = await actCodeOf(service(), ann);
    const results = await raceTogether(30, () =>
      service().as(ann.token).users.removeMe({ otp: now }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, [refused]: 29 });
  });

  it('can’t be asked for more than five times an hour', async () => {
    const results = await raceTogether(30, () => ann.api.users.askRemoval());
    expect(endingsOf(results)).toEqual({
      done: 5,
      'TOO_MANY_REQUESTS RATE_LIMITED': 25,
    });
  });
});

describe('erasing yourself', () => {
  it('touches nobody else', async () => {
    const bob = await signIn(service());
    await bob.api.profiles.create({ username: 'left.alone', referral: '' });
    const before = await bob.api.users.me();
    await leave(service(), ann);
    expect(await bob.api.users.me()).toEqual(before);
    expect((await bob.api.profiles.mine({})).data.profiles).toHaveLength(1);
    expect(await mailsTo(service(), bob.email)).toHaveLength(1);
  });

  it('keeps profiles that the erased ones referred, with the typed referral', async () => {
    await ann.api.profiles.create({ username: 'the.referrer', referral: '' });
    const bob = await signIn(service());
    await bob.api.profiles.create({ username: 'the.referred', referral: 'the.referrer' });
    await leave(service(), ann);
    const rows = await rowsOf(service(), 'profiles');
    const row = rows.find((one) => one.includes('the.referred'));
    expect(row).toContain('"referral":"the.referrer","referrer_id":null');
  });
});

describe('30 calls that race with the erasure of their user', () => {
  it('succeed before it or are refused after it, and leave nothing behind', async () => {
    const erase = await leaving(service(), ann);
    const results = await raceTogether(30, async (index) => {
      if (index === 10) return erase();
      return index % 2 === 0
        ? ann.api.profiles.create({ username: `raced.${index}`, referral: '' })
        : ann.api.users.updateMe({ worldId: `raced.${index}` });
    });
    expect(
      Object.keys(endingsOf(results)).filter((key) => key !== 'done' && key !== refused),
    ).toEqual([]);
    expect(await dump(service())).not.toContain('raced.');
  });
});
