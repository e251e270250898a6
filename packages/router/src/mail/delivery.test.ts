import { isoInstant } from '@namecard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import {
  codesIn,
  deliverNext,
  emptyOutbox,
  mailDeps,
  usePostmark,
} from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { listMailbox } from './mailbox.ts';

const service = useService();
const postmark = usePostmark();

const send = async (email: string) => service().as().auth.sendCode({ email });
const deliver = async (by: TestService = service()) =>
  deliverNext(mailDeps(by, postmark()));

/** Delivers the next due mail, and returns it as Postmark took it. */
async function delivered() {
  expect(await deliver()).toMatchObject({ outcome: 'sent' });
  const mail = postmark().mails().at(-1);
  if (!mail) throw new Error('Postmark took no mail');
  return mail;
}

const verify = async (email: string, otp = '') =>
  outcome(service().as().auth.verifyCode({ email, otp }));

beforeEach(async () => emptyOutbox(service()));

describe('a delivered mail', () => {
  it.each(['short', 'long'] as const)('holds a %s code that signs in', async (kind) => {
    const email = newAddress();
    await send(email);
    expect(await verify(email, codesIn(await delivered())[kind])).toBe('done');
  });

  it('is recorded as sent, with its time and the provider’s id', async () => {
    const email = newAddress();
    await send(email);
    const now = await service().clock.advance('3 seconds');
    const { messageId } = await delivered();
    const [mail] = await mailsTo(service(), email);
    expect(mail).toMatchObject({ state: 'sent', messageId, outcome: null });
    expect(isoInstant(mail?.sentAt ?? '')).toBe(new Date(now).toISOString());
  });

  it('is not delivered again', async () => {
    await send(newAddress());
    await delivered();
    await service().clock.advance('50 minutes');
    expect(await deliver()).toBeUndefined();
  });

  it('goes to the spelling that the account signed up with', async () => {
    const spelled = newAddress().replace('stranger', 'StrangeR');
    await signIn(service(), spelled);
    await emptyOutbox(service());
    await send(spelled.toUpperCase());
    expect((await delivered()).to).toBe(spelled);
  });

  it('goes to the lower-case form without an account', async () => {
    const email = newAddress();
    await send(email.toUpperCase());
    expect((await delivered()).to).toBe(email);
  });

  it('names the browser and the system, and nothing else of the request', async () => {
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64; <b>evil</b>) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';
    const ip = '203.0.113.77';
    await service()
      .as(undefined, { userAgent, ip })
      .auth.sendCode({ email: newAddress() });
    const { text, html } = await delivered();
    expect(text).toContain('(Chrome, Linux)');
    expect(text + html).not.toMatch(/evil|203\.0\.113|https?:\/\//);
  });

  it('has the same codes when it is mailed again', async () => {
    const email = newAddress();
    await send(email);
    const first = await delivered();
    await service().clock.advance('2 minutes');
    await send(email);
    const second = await delivered();
    expect(codesIn(second)).toEqual(codesIn(first));
  });
});

describe('the next mail', () => {
  it('is the oldest to a member, before any other', async () => {
    const withAccount = [
      (await signIn(service())).email,
      (await signIn(service())).email,
    ];
    const others = [newAddress(), newAddress()];
    await emptyOutbox(service());
    for (const email of [others[0], others[1], withAccount[1], withAccount[0]]) {
      await send(email ?? '');
      await service().clock.advance('1 second');
    }
    const recipients = [];
    for (const _ of [1, 2, 3, 4]) recipients.push((await delivered()).to);
    expect(recipients).toEqual([withAccount[1], withAccount[0], others[0], others[1]]);
  });
});

describe('the short code', () => {
  it('is left out while there are five wrong guesses, and the subject begins with the long code', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    const [fifth = '', ...four] = wrongCodes(5, short);
    for (const otp of four) await verify(email, otp);
    expect(codesIn(await delivered()).short).toBe(short);
    await verify(email, fifth);
    await send(email);
    const mail = await delivered();
    expect(mail.subject).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5} /);
    expect(mail.text + mail.html).not.toContain(short);
    expect(await verify(email, codesIn(mail).long)).toBe('done');
  });

  it('is left out with under 2 minutes left, and otherwise has its end', async () => {
    const [one, other] = [newAddress(), newAddress()];
    await send(one);
    await send(other);
    const now = await service().clock.advance('7 minutes 59.999999 seconds');
    const before = await delivered();
    expect(codesIn(before).short).toBeDefined();
    const end = new Date(Date.parse(now) + 120_001).toISOString().slice(11, 16);
    expect(before.text).toContain(`until ${end} UTC`);
    await service().clock.advance('1 microsecond');
    const after = await delivered();
    expect(codesIn(after).short).toBeUndefined();
    expect(after.text.match(/Valid for/g)).toHaveLength(1);
  });
});

describe('the mailbox', () => {
  it('shows the delivered mails unchanged, newest first', async () => {
    const [one, other] = [newAddress(), newAddress()];
    await send(one);
    await service().clock.advance('1 second');
    await send(other);
    const mails = [await delivered(), await delivered()].toReversed();
    const { orm, deps } = service();
    const shown = await listMailbox({ orm, keys: deps.keys, settings: deps.settings });
    expect(
      shown.map(({ to, subject, text, html }) => ({ to, subject, text, html })),
    ).toEqual(mails.map(({ to, subject, text, html }) => ({ to, subject, text, html })));
    expect(new Date(shown[0]?.at ?? '') > new Date(shown[1]?.at ?? '')).toBe(true);
  });

  it('shows no waiting mail, and none with expired codes', async () => {
    const { orm, deps } = service();
    const mailbox = async () =>
      listMailbox({ orm, keys: deps.keys, settings: deps.settings });
    await send(newAddress());
    expect(await mailbox()).toEqual([]);
    await delivered();
    expect(await mailbox()).toHaveLength(1);
    await service().clock.advance('60 minutes');
    expect(await mailbox()).toEqual([]);
  });
});
