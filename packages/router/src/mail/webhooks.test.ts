import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes } from '../testing/codes.ts';
import {
  codesIn,
  deliverNext,
  emptyOutbox,
  mailDeps,
  usePostmark,
} from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, newAddress } from '../testing/people.ts';
import { dump, mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { recordWebhook } from './record-webhook.ts';

const service = useService();
const postmark = usePostmark();
let email: string;
let messageId: string;

const mail = async () => (await mailsTo(service(), email))[0];
const takeIn = async (body: unknown) =>
  recordWebhook({ orm: service().orm, telemetry: service().deps.telemetry }, body);

/** A bounce in Postmark's form. Its subject and its content have the code. */
const bounce = (fields: Record<string, unknown> = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 42,
  Type: 'HardBounce',
  TypeCode: 1,
  MessageID: messageId,
  Description: 'The server was unable to deliver your message',
  Details: `smtp;550 5.1.1 no such user ${email}`,
  Email: email,
  From: 'hello@example.com',
  BouncedAt: '2026-03-01T12:00:00Z',
  Inactive: true,
  Subject: postmark().mails().at(-1)?.subject,
  ...fields,
});

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
  await askForCodes(service(), email);
  const delivery = await deliverNext(mailDeps(service(), postmark()));
  messageId = delivery?.outcome === 'sent' ? delivery.messageId : 'not sent';
});

describe('what Postmark reports later', () => {
  it('about a mail with an invalid id is ignored', async () => {
    for (const MessageID of ['a\0b', '\u{d800}', '', 'x'.repeat(101), 5, null]) {
      await takeIn(bounce({ MessageID }));
    }
    expect(await mail()).toMatchObject({ event: null });
  });

  it.each([
    ['a bounce, by which the address is suppressed', { Inactive: true }, 'suppressed'],
    ['a bounce of one mail', { Inactive: false }, 'bounced'],
    ['a complaint', { RecordType: 'SpamComplaint' }, 'complained'],
    [
      'a suppression',
      { RecordType: 'SubscriptionChange', SuppressSending: true },
      'suppressed',
    ],
    [
      'the end of a suppression',
      { RecordType: 'SubscriptionChange', SuppressSending: false },
      'reactivated',
    ],
  ])('is stored with the mail: %s', async (_name, fields, event) => {
    await takeIn(bounce(fields));
    expect(await mail()).toMatchObject({ state: 'sent', event });
    expect((await mail())?.eventAt).not.toBeNull();
  });

  it.each([
    ['HardBounce', 'hard_bounced'],
    ['SpamComplaint', 'complained'],
    ['ManualSuppression', 'unsubscribed'],
    ['ANewWord', null],
    [undefined, null],
  ])('says why the address is suppressed: %s', async (SuppressionReason, why) => {
    const suppression = { RecordType: 'SubscriptionChange', SuppressSending: true };
    await takeIn(bounce({ ...suppression, SuppressionReason }));
    expect(await mail()).toMatchObject({ event: 'suppressed', outcome: why });
  });

  it('is the newest report, as it comes in', async () => {
    await takeIn(bounce());
    await takeIn(bounce({ RecordType: 'SubscriptionChange', SuppressSending: false }));
    expect(await mail()).toMatchObject({ event: 'reactivated' });
  });

  it('changes one mail, and nothing else', async () => {
    const other = newAddress();
    await askForCodes(service(), other);
    await deliverNext(mailDeps(service(), postmark()));
    await takeIn(bounce());
    expect(await mailsTo(service(), other)).toMatchObject([{ event: null }]);
    expect(await mail()).toMatchObject({ messageId, state: 'sent', attempts: 1 });
  });

  it('does not stop new requests', async () => {
    await takeIn(bounce());
    await service().clock.advance('5 minutes');
    await service().as().auth.sendCode({ email });
    expect(await mailsTo(service(), email)).toHaveLength(2);
  });

  it('is stored without its subject, its text and its details', async () => {
    const sent = postmark().mails().at(-1);
    const codes = sent ? codesIn(sent) : {};
    await takeIn(bounce({ Content: sent?.text }));
    const rows = await dump(service());
    expect(rows).toContain(messageId);
    expect(rows).not.toContain(sent?.subject);
    expect(rows).not.toContain(codes.long);
    expect(rows).not.toMatch(/no such user|unable to deliver/);
  });
});

describe('a report about another sender’s mail', () => {
  it.each([
    ['an unknown mail', { MessageID: '00000000-0000-0000-0000-000000000000' }],
    ['an empty id', { MessageID: '' }],
    ['an id that is too long', { MessageID: 'x'.repeat(101) }],
    ['an id that is no text', { MessageID: { $ne: null } }],
    ['another kind', { RecordType: 'Delivery' }],
    ['no kind', { RecordType: undefined }],
    ['a subscription that does not say whether', { RecordType: 'SubscriptionChange' }],
  ])('is ignored: %s', async (_name, fields) => {
    const before = await dump(service());
    await takeIn(bounce(fields));
    expect(await dump(service())).toBe(before);
  });

  it.each([null, undefined, 5, 'text', [], [[]]])('is ignored: %j', async (body) => {
    const before = await dump(service());
    await takeIn(body);
    expect(await dump(service())).toBe(before);
  });
});

describe('the list of deliveries', () => {
  it('shows admins the delivery of each mail, newest first, without its content', async () => {
    const { api } = await admin(service());
    await takeIn(bounce());
    const { data } = await api.moderation.mail.deliveries({
      address: email.toUpperCase(),
    });
    expect(data.deliveries).toEqual([
      {
        id: expect.any(String),
        kind: 'sign_in',
        address: email,
        state: 'sent',
        outcome: 'hard_bounced',
        event: 'suppressed',
        eventAt: expect.any(String),
        attempts: 1,
        nextAttemptAt: null,
        requestedAt: expect.any(String),
        sentAt: expect.any(String),
        messageId,
        isInMailbox: false,
      },
    ]);
    expect(await outcome(api.moderation.mail.deliveries({ address: 'a\0b' }))).toBe(
      'BAD_REQUEST INPUT_INVALID',
    );
    const { data: all } = await api.moderation.mail.deliveries({});
    expect(all.deliveries.map(({ address }) => address)).toContain(email);
  });
});
