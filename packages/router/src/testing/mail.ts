import { statements } from '@namecard/db';
import { type Delivery, type Message, postmarkMailer } from '@namecard/email';
import { fakePostmark, type FakePostmark } from '@namecard/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  claimNext,
  deliverMail,
  type MailDeps,
  recordDelivery,
} from '../mail/delivery.ts';
import { newAddress } from './people.ts';
import type { TestService } from './use-service.ts';

/** A fake Postmark for the test file. It works well at the start of each test. */
export function usePostmark(): () => FakePostmark {
  let postmark: FakePostmark | undefined;
  beforeAll(async () => {
    postmark = await fakePostmark();
  });
  beforeEach(async () => {
    await postmark?.start();
    postmark?.behave('ok');
  });
  afterAll(async () => postmark?.close());
  return () => {
    if (postmark === undefined) throw new Error('Postmark is there only while tests run');
    return postmark;
  };
}

/** The service's mail, sent by the real client of Postmark. */
export function mailDeps({ orm, deps }: TestService, postmark: FakePostmark): MailDeps {
  const { keys, settings } = deps;
  const from = 'Namecard <hello@example.com>';
  return {
    orm,
    keys,
    settings,
    mailer: postmarkMailer({ token: 'token', apiUrl: postmark.url, from }),
  };
}

export function codesIn({ subject, text }: Message): { short?: string; long?: string } {
  const short = /^\d{6}\b/.exec(subject)?.[0];
  const long = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/.exec(text)?.[0];
  return { ...(short && { short }), ...(long && { long }) };
}

/** Deletes every mail and fills all budgets. */
export async function emptyOutbox({ orm }: TestService): Promise<void> {
  const database = statements(orm.em.fork());
  await sql`truncate outbox, mail_turns`.execute(database);
  await sql`update budgets set full_at = current_instant()`.execute(database);
}

/** Claims once, as the worker does: a mail, a turn that pays for none, or nothing. */
export async function claimAndDeliver(
  deps: MailDeps,
): Promise<{ delivery: Delivery | undefined; isMore: boolean }> {
  const {
    mails: [mail],
    isMore,
  } = await claimNext(deps);
  if (!mail) return { delivery: undefined, isMore };
  const delivery = await deliverMail(deps, mail);
  await recordDelivery(deps, mail, delivery);
  return { delivery, isMore };
}

/** Delivers the next mail; undefined if none is due. */
export async function deliverNext(deps: MailDeps): Promise<Delivery | undefined> {
  const { delivery, isMore } = await claimAndDeliver(deps);
  return delivery ?? (isMore ? deliverNext(deps) : undefined);
}

/** Asks for a mail to a new address from this IP address. */
export async function sendFrom(service: TestService, ip: string): Promise<string> {
  const email = newAddress();
  await service.as(undefined, { ip }).auth.sendCode({ email });
  return email;
}

/** The state after mails for this IP address have just left: all that it saved, or fewer. */
export async function useUpMailsOf(
  ip: string,
  service: TestService,
  { email = newAddress(), left = 0 } = {},
): Promise<void> {
  await service.as(undefined, { ip }).auth.sendCode({ email });
  await deliverAll(service);
  await sql`
    update budgets set full_at = current_instant() + ${`${100 - left} minutes`}::interval
    where name = 'mails_of_ip' and source = (select ip from mail_turns order by asked_at desc, id desc limit 1)
  `.execute(statements(service.orm.em.fork()));
}

/** The state after mails of 1,000 an hour have just left: the 200 that are saved, or fewer. */
export const useUpMailsOfAll = async ({ orm }: TestService, left = 0) =>
  sql`
    update budgets set full_at = current_instant() + ${(200 - left) * 3.6} * interval '1 second'
    where name = 'mails_to_unknown'
  `.execute(statements(orm.em.fork()));

/** The message id of a mail from `deliverAny`. */
export const messageIdOf = (email: string) => email.replaceAll(/\W/g, '-');

/** The provider takes everything. Returns the recipient, if a mail was due. */
export async function deliverAny({
  orm,
  deps,
}: TestService): Promise<string | undefined> {
  let recipient: string | undefined;
  const deliver = async ({ to }: Message): Promise<Delivery> => {
    recipient = to;
    return { outcome: 'sent', messageId: messageIdOf(to) };
  };
  await deliverNext({ ...deps, orm, mailer: { deliver } });
  return recipient;
}

/** Delivers all due mails. Returns the recipients in order. */
export async function deliverAll(service: TestService): Promise<string[]> {
  const recipients: string[] = [];
  for (;;) {
    const recipient = await deliverAny(service);
    if (recipient === undefined) return recipients;
    recipients.push(recipient);
  }
}
