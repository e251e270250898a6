import {
  answerWith,
  fakePostmark,
  type Behaviour,
  type Respond,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { mailboxMailer } from './mailer.ts';
import { postmarkMailer } from './postmark.ts';

const address = 'ann@example.com';

function mailerAt(apiUrl: string, timeoutSeconds = 10) {
  const from = 'Namecard <hello@example.com>';
  return postmarkMailer({ token: 'server-token', from, apiUrl, timeoutSeconds });
}

async function outcomeOf(behaviour: Behaviour | Respond, timeoutSeconds = 10) {
  await using postmark = await fakePostmark();
  postmark.behave(behaviour);
  const clearance = await mailerAt(postmark.url, timeoutSeconds).clearSuppression(
    address,
  );
  expect(postmark.cleared()).toEqual(behaviour === 'ok' ? [address] : []);
  return clearance;
}

const deleted = { EmailAddress: address, Status: 'Deleted', Message: null };

describe('clearing a suppression', () => {
  it('asks only for this address, in the stream of our mails', async () => {
    await using postmark = await fakePostmark();
    await mailerAt(postmark.url).clearSuppression(address);
    expect(postmark.requests).toMatchObject([
      {
        method: 'POST',
        path: '/message-streams/outbound/suppressions/delete',
        headers: { 'x-postmark-server-token': 'server-token' },
        body: { Suppressions: [{ EmailAddress: address }] },
      },
    ]);
  });

  it('has succeeded if Postmark says so about this address, in any case', async () => {
    const body = { Suppressions: [{ ...deleted, EmailAddress: 'Ann@Example.com' }] };
    expect(await outcomeOf('ok')).toEqual({ outcome: 'cleared' });
    expect(await outcomeOf(answerWith(200, body))).toEqual({ outcome: 'cleared' });
  });

  it.each([
    ['a page of HTML', 'html200'],
    ['an empty body', answerWith(200, '')],
    ['no list', answerWith(200, { Suppressions: 'Deleted' })],
    ['an empty list', answerWith(200, { Suppressions: [] })],
    ['a list of nothing', answerWith(200, { Suppressions: [null, 5] })],
    [
      'word of another address',
      answerWith(200, {
        Suppressions: [{ ...deleted, EmailAddress: 'eve@example.com' }],
      }),
    ],
    [
      'a word that is not known',
      answerWith(200, { Suppressions: [{ ...deleted, Status: 'Ok' }] }),
    ],
    ['the answer to a mail', answerWith(200, { ErrorCode: 0, MessageID: 'an-id' })],
  ] as const)('has not succeeded after status 200 with %s', async (_name, behaviour) => {
    expect(await outcomeOf(behaviour)).toEqual({
      outcome: 'retry',
      reason: 'answer_malformed',
    });
  });

  it('is refused for good if Postmark keeps the suppression', async () => {
    expect(await outcomeOf('kept')).toEqual({
      outcome: 'refused',
      reason: 'suppression_kept',
    });
  });

  it.each([
    ['500', { outcome: 'retry', reason: 'provider_failed' }],
    ['429-retry-after', { outcome: 'retry', reason: 'rate_limited', afterSeconds: 7 }],
    ['unauthorized', { outcome: 'misconfigured', reason: 'credentials_rejected' }],
    ['forbidden', { outcome: 'misconfigured', reason: 'credentials_rejected' }],
    ['reset', { outcome: 'retry', reason: 'connection_failed' }],
    ['inactive422', { outcome: 'refused', reason: 'request_rejected' }],
  ] as const)('says what went wrong: %s', async (behaviour, clearance) => {
    expect(await outcomeOf(behaviour)).toEqual(clearance);
  });

  it('does not wait for ever', async () => {
    expect(await outcomeOf('never', 0.05)).toEqual({
      outcome: 'retry',
      reason: 'timed_out',
    });
  });

  it.each(['ann@example.com,eve@example.com', 'Ann <ann@example.com>', '', 'ann'])(
    'sends nothing for %j',
    async (recipient) => {
      await using postmark = await fakePostmark();
      const clearance = await mailerAt(postmark.url).clearSuppression(recipient);
      expect(clearance).toEqual({ outcome: 'refused', reason: 'recipient_malformed' });
      expect(postmark.requests).toEqual([]);
    },
  );

  it('does nothing if mail is only shown in the mailbox', async () => {
    expect(await mailboxMailer().clearSuppression(address)).toEqual({
      outcome: 'cleared',
    });
  });
});
