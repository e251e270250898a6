import type { Delivery, Message } from '@namecard/email';
import { defaultProduct } from '@namecard/look';
import { beforeEach, describe, expect, it } from 'vitest';
import { doDue } from '../jobs/claimed-jobs.ts';
import { mailing } from '../moderation/decision-mails/mail-people.ts';
import { deliverNext, emptyOutbox, messageIdOf, sendFrom } from '../testing/mail.ts';
import { moderator, newAddress, signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

/** The product’s language is not one that a text could fall back to by mistake. */
const product = { ...defaultProduct, language: 'es' } as const;
const service = useService({ settings: { product } });
const unlimited = () => service().with({ settings: { mailsPerHour: 0 } });

let email: string;

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
});

type Asker = { acceptLanguage?: string | undefined; ip?: string };

const ask = async (asker: Asker, by = service()) =>
  by.as(undefined, asker).auth.sendCode({ email });

const languageIn = ({ html }: Message) => /<html lang="(\w+)"/.exec(html)?.[1];

/** A provider that takes or refuses all mails, and the mails that it got. */
function provider(outcome: 'sent' | 'retry' = 'sent') {
  const mails: Message[] = [];
  const deliver = async (mail: Message): Promise<Delivery> => {
    mails.push(mail);
    return outcome === 'sent'
      ? { outcome, messageId: messageIdOf(mail.to) }
      : { outcome, reason: 'timed_out' };
  };
  return { mails, mailer: { deliver } };
}

/** Delivers due mails. Returns the languages of mails to the address, in order. */
async function delivered({ orm, deps } = service(), { mails, mailer } = provider()) {
  while (await deliverNext({ ...deps, orm, mailer }));
  return mails.filter(({ to }) => to === email).map(languageIn);
}

async function newMember(language?: 'de' | 'fr') {
  const member = await signIn(service(), email);
  if (language) await member.api.users.chooseLanguage({ language });
  await emptyOutbox(service());
  return member;
}

describe('a mail to an address without an account', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt-BR, fr;q=0.5, en;q=0.1', 'fr'],
    ['en', 'en'],
    ['pt, it', 'es'],
    ['garbage;q=', 'es'],
    [undefined, 'es'],
  ])('whose asker sends %j is in %s', async (acceptLanguage, language) => {
    await ask({ acceptLanguage });
    expect(await delivered()).toEqual([language]);
    await ask({ acceptLanguage }, unlimited());
    expect(await delivered(unlimited())).toEqual([language]);
  });

  it.each([
    ['de', 'fr', 'de'],
    [undefined, 'de', 'es'],
  ])(
    'has the language of the first mail with its codes: %j, then %j, is in %s',
    async (one, other, language) => {
      await ask({ acceptLanguage: one }, unlimited());
      await ask({ acceptLanguage: other }, unlimited());
      await ask({ acceptLanguage: 'en' }, unlimited());
      expect(await delivered(unlimited())).toEqual([language, language, language]);
    },
  );

  it('keeps it in later mails, which leave by other turns', async () => {
    const languages = [];
    for (const [index, acceptLanguage] of ['de', 'fr', undefined].entries()) {
      await ask({ acceptLanguage, ip: `192.0.2.${index + 1}` });
      languages.push(...(await delivered()));
    }
    expect(languages).toEqual(['de', 'de', 'de']);
  });

  it('with new codes is in the language of the new request', async () => {
    await ask({ acceptLanguage: 'de' }, unlimited());
    await service().clock.advance('5 minutes');
    await ask({ acceptLanguage: 'fr' }, unlimited());
    expect(await delivered(unlimited())).toEqual(['de', 'fr']);
  });

  it('keeps its language in a retry', async () => {
    await ask({ acceptLanguage: 'de' });
    expect(await delivered(service(), provider('retry'))).toEqual(['de']);
    await service().clock.advance('5 seconds');
    expect(await delivered()).toEqual(['de']);
  });
});

describe('a mail that was held', () => {
  const held = '192.0.2.1';
  const elsewhere = '203.0.113.1';

  beforeEach(async () => {
    for (let mails = 0; mails < 100; mails += 1) await sendFrom(service(), held);
    await delivered();
  });

  it.each([
    ['de', 'fr', 'fr'],
    ['de', undefined, 'es'],
    [undefined, 'de', 'de'],
  ])(
    'for askers of %j, then %j, leaves in %s, by the turn of the other',
    async (one, other, language) => {
      await ask({ acceptLanguage: one, ip: held });
      expect(await delivered()).toEqual([]);
      await ask({ acceptLanguage: other, ip: elsewhere });
      expect(await delivered()).toEqual([language]);
      expect(await mailsTo(service(), email)).toHaveLength(1);
    },
  );

  it('is in the language of the first turn, even if another asks again from there', async () => {
    await ask({ acceptLanguage: 'de', ip: held });
    await ask({ acceptLanguage: 'fr', ip: held });
    await service().clock.advance('1 minute');
    expect(await delivered()).toEqual(['de']);
  });

  it('leaves in its own language once mail is no longer held', async () => {
    await ask({ acceptLanguage: 'de', ip: held });
    expect(await delivered(unlimited())).toEqual(['de']);
  });
});

describe('a mail to a member', () => {
  it.each([
    ['de', 'de'],
    [undefined, 'es'],
  ] as const)(
    'who chose %j is in %s, and strangers can’t change that',
    async (chosen, language) => {
      const { api } = await newMember(chosen);
      for (const acceptLanguage of ['fr', 'en', undefined]) await ask({ acceptLanguage });
      expect(await delivered()).toEqual([language, language, language]);
      expect((await api.users.me()).data.language).toBe(chosen ?? null);
    },
  );

  it('follows their choice at once, with the same codes', async () => {
    const { api } = await newMember('de');
    await ask({});
    await api.users.chooseLanguage({ language: 'fr' });
    await ask({});
    expect(await delivered()).toEqual(['de', 'fr']);
  });

  it.each([
    ['de', 'de'],
    [undefined, 'es'],
  ] as const)('who chose %j tells of a decision in %s', async (chosen, language) => {
    const { id, api } = await newMember(chosen);
    const username = `card-${id.slice(-12)}`;
    await api.profiles.create({ username, referral: '' });
    const staff = await moderator(service());
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    await emptyOutbox(service());
    await service().clock.advance('11 minutes');
    const { mails, mailer } = provider();
    const { orm, deps } = service();
    await doDue(mailing({ ...deps, orm, mailer }));
    expect(mails.map((mail) => [mail.to, languageIn(mail)])).toEqual([[email, language]]);
  });
});
