import {
  accept,
  answerWith,
  fakePostmark,
  refuseWith,
  type Behaviour,
  type Respond,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { parseApiAddress, postmarkMailer } from './postmark.ts';

const message = {
  to: 'ann@example.com',
  subject: '482913 is your Namecard sign-in code',
  text: 'Your code: 482913',
  html: '<p>Your code: 482913</p>',
};

function mailerAt(apiUrl: string, timeoutSeconds = 10) {
  const from = 'Namecard <hello@example.com>';
  return postmarkMailer({ token: 'server-token', from, apiUrl, timeoutSeconds });
}

async function outcomeOf(behaviour: Behaviour | Respond, timeoutSeconds = 10) {
  await using postmark = await fakePostmark();
  postmark.behave(behaviour);
  return await mailerAt(postmark.url, timeoutSeconds).deliver(message);
}

describe('the request', () => {
  it('is one untracked, automatic mail to one address, and nothing else', async () => {
    await using postmark = await fakePostmark();
    await mailerAt(postmark.url).deliver(message);
    expect(postmark.requests).toHaveLength(1);
    expect(postmark.requests[0]).toMatchObject({ method: 'POST', path: '/email' });
    expect(postmark.requests[0]?.body).toStrictEqual({
      From: 'Namecard <hello@example.com>',
      To: 'ann@example.com',
      Subject: message.subject,
      TextBody: message.text,
      HtmlBody: message.html,
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: 'None',
      Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
    });
  });

  it('carries the token in its header, as JSON', async () => {
    await using postmark = await fakePostmark();
    await mailerAt(postmark.url).deliver(message);
    expect(postmark.requests[0]?.headers).toMatchObject({
      'x-postmark-server-token': 'server-token',
      'content-type': 'application/json',
      accept: 'application/json',
    });
  });

  it.each(['/', '/mail', '/mail/', '/a/b//'])(
    'goes below the base path %s',
    async (path) => {
      await using postmark = await fakePostmark();
      expect(await mailerAt(postmark.url + path).deliver(message)).toMatchObject({
        outcome: 'sent',
      });
      expect(postmark.requests[0]?.path).toBe(`${path.replace(/\/+$/, '')}/email`);
    },
  );

  it.each(["o'brien+tag@example.com", 'a.b@xn--bcher-kva.example', 'ANN@Example.COM'])(
    'goes to %s exactly as written',
    async (to) => {
      await using postmark = await fakePostmark();
      await mailerAt(postmark.url).deliver({ ...message, to });
      expect(postmark.mails()).toMatchObject([{ to }]);
    },
  );
});

describe('a success', () => {
  it('has Postmark’s message id', async () => {
    await using postmark = await fakePostmark();
    const delivery = await mailerAt(postmark.url).deliver(message);
    expect(delivery).toStrictEqual({
      outcome: 'sent',
      messageId: postmark.mails()[0]?.messageId,
    });
  });

  it.each([
    ['an empty body', answerWith(200, '')],
    ['no content', answerWith(204, '')],
    ['a JSON null', answerWith(200, null)],
    ['a JSON list', answerWith(200, [])],
    ['no error code', answerWith(200, { MessageID: 'an-id' })],
    [
      'an error code that is text',
      answerWith(200, { ErrorCode: '0', MessageID: 'an-id' }),
    ],
    ['no message id', answerWith(200, { ErrorCode: 0 })],
    ['an empty message id', accept('')],
    ['half a JSON text', answerWith(200, '{"ErrorCode":0,"MessageID":"an-')],
  ] as const)('is not status 200 with %s', async (_name, behaviour) => {
    expect(await outcomeOf(behaviour)).toStrictEqual({
      outcome: 'retry',
      reason: 'answer_malformed',
    });
  });

  it('is not an error status with a body of success', async () => {
    const body = { ErrorCode: 0, MessageID: 'an-id' };
    expect(await outcomeOf(answerWith(422, body))).toMatchObject({
      reason: 'answer_malformed',
    });
  });
});

describe('refused for good', () => {
  it.each(['inactive422', 'inactive200'] as const)(
    'if the recipient is inactive (%s)',
    async (behaviour) => {
      const refused = { outcome: 'refused', reason: 'recipient_inactive', code: 406 };
      expect(await outcomeOf(behaviour)).toStrictEqual(refused);
    },
  );

  it('if Postmark reports an inactive recipient in other words', async () => {
    const answer = answerWith(422, { ErrorCode: 406, Message: null });
    expect(await outcomeOf(answer)).toMatchObject({
      reason: 'recipient_inactive',
      code: 406,
    });
  });

  it('if the address or the message is invalid', async () => {
    const refused = { outcome: 'refused', reason: 'message_invalid', code: 300 };
    expect(await outcomeOf(refuseWith(422, 300))).toStrictEqual(refused);
  });
});

describe('to be tried again', () => {
  it('when the provider waited too long', async () => {
    const retry = { outcome: 'retry', reason: 'provider_failed' };
    expect(await outcomeOf(refuseWith(408, 0))).toStrictEqual(retry);
  });

  it('when the provider is under maintenance, after the time it names', async () => {
    const answer = refuseWith(503, 100, { 'retry-after': '45' });
    const retry = { outcome: 'retry', reason: 'provider_failed', afterSeconds: 45 };
    expect(await outcomeOf(answer)).toStrictEqual(retry);
    expect(await outcomeOf(refuseWith(422, 100))).toMatchObject({
      reason: 'provider_failed',
    });
  });

  it('when limited, after the seconds it names', async () => {
    const retry = { outcome: 'retry', reason: 'rate_limited', afterSeconds: 7 };
    expect(await outcomeOf('429-retry-after')).toStrictEqual(retry);
  });

  it('when limited without a hint that it can read, after half a minute', async () => {
    const gibberish = refuseWith(429, 429, { 'retry-after': 'soon' });
    expect(await outcomeOf(gibberish)).toMatchObject({ afterSeconds: 30 });
  });

  it('when limited until a date, after the seconds to it, a minute at most', async () => {
    const tomorrow = refuseWith(429, 429, {
      'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT',
    });
    expect(await outcomeOf(tomorrow)).toMatchObject({ afterSeconds: 60 });
    const past = refuseWith(429, 429, { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' });
    expect(await outcomeOf(past)).toMatchObject({ afterSeconds: 1 });
  });

  it('while Postmark is down, and is sent once it is up again', async () => {
    await using postmark = await fakePostmark();
    const mailer = mailerAt(postmark.url);
    expect(await mailer.deliver(message)).toMatchObject({ outcome: 'sent' });
    await postmark.stop();
    expect(await mailer.deliver(message)).toMatchObject({ reason: 'connection_failed' });
    await postmark.start();
    expect(await mailer.deliver(message)).toMatchObject({ outcome: 'sent' });
    expect(postmark.mails()).toHaveLength(2);
  });
});

describe('wrongly set up', () => {
  it.each([
    ['the token may not send', 'forbidden', 'credentials_rejected'],
    [
      'the token is refused with another status',
      refuseWith(422, 10),
      'credentials_rejected',
    ],
    ['the sender is not confirmed', refuseWith(422, 401), 'sender_unconfirmed'],
    [
      'the sender has no signature',
      answerWith(422, {
        ErrorCode: 300,
        Message: "Invalid 'From' address: 'a@b.example' is not verified.",
      }),
      'sender_unconfirmed',
    ],
    ['the account may not send', refuseWith(422, 405), 'account_restricted'],
    [
      'there is no API at the address',
      answerWith(404, '<h1>Not found</h1>'),
      'api_not_found',
    ],
  ] as const)('where %s', async (_name, behaviour, reason) => {
    expect(await outcomeOf(behaviour)).toMatchObject({
      outcome: 'misconfigured',
      reason,
    });
  });

  it('if the address redirects, and token and code are not sent there', async () => {
    await using elsewhere = await fakePostmark();
    const redirect = answerWith(307, '', { location: `${elsewhere.url}/email` });
    expect(await outcomeOf(redirect)).toMatchObject({ reason: 'api_not_found' });
    expect(elsewhere.requests).toHaveLength(0);
  });
});

describe('settings', () => {
  it.each(['', ' ', 'two words', 'line\nbreak'])('refuses %j as a token', (token) => {
    expect(() => postmarkMailer({ token, from: 'hello@example.com' })).toThrow(TypeError);
  });

  it.each(['', 'hello@example.com\r\nBcc: eve@example.com'])(
    'refuses %j as a sender',
    (from) => {
      expect(() => postmarkMailer({ token: 'server-token', from })).toThrow(TypeError);
    },
  );
});

describe('the address of the API', () => {
  it.each([
    ['https://api.postmarkapp.com', true, 'api.postmarkapp.com'],
    ['https://api.postmarkapp.com/', true, 'api.postmarkapp.com'],
    ['http://127.0.0.1:9000', false, '127.0.0.1:9000'],
    ['http://[::1]:9000/', false, '[::1]:9000'],
    ['HTTP://Mail.Example.com:80/fake//', false, 'mail.example.com/fake'],
    ['https://example.com:8443/a/b', true, 'example.com:8443/a/b'],
  ])('is read: %s', (address, useHttps, requestHost) => {
    expect(parseApiAddress(address)).toStrictEqual({ useHttps, requestHost });
  });

  it.each([
    '',
    'api.postmarkapp.com',
    'localhost:9000',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?token=secret',
    'https://example.com/#secret',
  ])('is rejected without being quoted: %j', (address) => {
    expect(() => parseApiAddress(address)).toThrow(TypeError);
    expect(() => parseApiAddress(address)).not.toThrow(/secret|localhost|example/);
  });
});
