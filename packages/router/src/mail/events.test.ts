import { beforeEach, describe, expect, it } from 'vitest';
import { mailDeps, usePostmark, emptyOutbox } from '../testing/mail.ts';
import { newAddress } from '../testing/people.ts';
import { dump, mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/service.ts';
import { deliverNext, takeInEvent } from './service.ts';

const service = useService();
const postmark = usePostmark();
let email: string;
let messageId: string;

const tell = async (event: unknown) => takeInEvent({ orm: service().orm }, event);
const event = async () => (await mailsTo(service(), email))[0]?.event;

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
  await service().as().auth.sendCode({ email });
  await deliverNext(mailDeps(service(), postmark()));
  messageId = postmark().mails().at(-1)?.messageId ?? '';
});

describe('what Postmark tells of a mail later', () => {
  it.each([
    [{ RecordType: 'Bounce', Inactive: false }, 'bounced'],
    [{ RecordType: 'Bounce' }, 'bounced'],
    [{ RecordType: 'Bounce', Inactive: true }, 'suppressed'],
    [{ RecordType: 'SpamComplaint' }, 'complained'],
    [{ RecordType: 'SubscriptionChange', SuppressSending: true }, 'suppressed'],
    [{ RecordType: 'SubscriptionChange', SuppressSending: false }, 'reactivated'],
  ])('is kept: %j as %s', async (body, expected) => {
    await tell({ ...body, MessageID: messageId });
    expect(await event()).toBe(expected);
  });

  it('counts in its newest word, and changes nothing of what is known of the delivery', async () => {
    const [before] = await mailsTo(service(), email);
    await tell({ RecordType: 'Bounce', MessageID: messageId });
    await tell({ RecordType: 'SpamComplaint', MessageID: messageId });
    const [after] = await mailsTo(service(), email);
    expect(after).toEqual({ ...before, event: 'complained', event_at: expect.any(String) });
  });

  it('is passed over when it is none of the three, or of no mail of ours', async () => {
    const before = await dump(service());
    const others = [
      { RecordType: 'Delivery', MessageID: messageId },
      { RecordType: 'Open', MessageID: messageId },
      { RecordType: 'Bounce', MessageID: 'somebody else’s' },
      { RecordType: 'Bounce', MessageID: '' },
      { RecordType: 'Bounce', MessageID: 5 },
      { RecordType: 'SubscriptionChange', MessageID: messageId },
      {},
      null,
      'text',
      [],
    ];
    for (const body of others) await tell(body);
    expect(await dump(service())).toBe(before);
  });

  it('leaves its subject, which holds the code, unread and unkept', async () => {
    await tell({
      RecordType: 'Bounce',
      MessageID: messageId,
      Subject: '482913 is your code',
      Description: 'said the server',
      Email: 'somebody@example.net',
    });
    expect(await dump(service())).not.toMatch(/is your code|said the server|somebody@/);
  });
});
