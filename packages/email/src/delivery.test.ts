import {
  answerWith,
  fakePostmark,
  fakeSmtp,
  refuseWith,
  type Behaviour,
  type Respond,
  type SmtpBehaviour,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import type { Delivery, Mailer } from './mailer.ts';
import { postmarkMailer } from './postmark.ts';
import { smtpMailer } from './smtp.ts';

const message = {
  to: 'ann@example.com',
  subject: '482913 is your Namecard sign-in code',
  text: 'Your code: 482913',
  html: '<p>Your code: 482913</p>',
};

const from = 'Namecard <hello@example.com>';

/** A provider that does as the test says, with a mailer. */
type Provider<Told> = AsyncDisposable & {
  mailer(timeoutSeconds?: number): Mailer;
  behave(told: Told): void;
  stop(): Promise<void>;
  /** The number of requests. */
  asked(): number;
  /** The recipients of mails. */
  recipients(): string[];
};

async function postmark(): Promise<Provider<Behaviour | Respond>> {
  const fake = await fakePostmark();
  return {
    mailer: (timeoutSeconds) =>
      postmarkMailer({
        token: 'token',
        from,
        apiUrl: fake.url,
        ...(timeoutSeconds && { timeoutSeconds }),
      }),
    behave: (told) => fake.behave(told),
    stop: () => fake.stop(),
    asked: () => fake.requests.length,
    recipients: () => fake.mails().map(({ to }) => to),
    [Symbol.asyncDispose]: () => fake.stop(),
  };
}

async function smtp(): Promise<Provider<SmtpBehaviour>> {
  const fake = await fakeSmtp();
  const url = fake.url.replace('//', '//user:hunter2@');
  return {
    mailer: (timeoutSeconds) =>
      smtpMailer({ url, from, ...(timeoutSeconds && { timeoutSeconds }) }),
    behave: (told) => fake.behave(told),
    stop: () => fake.stop(),
    asked: () => fake.connections(),
    recipients: () => fake.mails().map(({ to }) => to),
    [Symbol.asyncDispose]: () => fake.stop(),
  };
}

/** An endless reply, byte by byte. */
const drip: Respond = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 10);
  response.once('close', () => clearInterval(timer));
};

/** An incomplete answer. */
const cut: Respond = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"ErrorCode":0,', () => response.destroy());
};

/** Failures in each protocol, and their outcomes. */
const table: {
  what: string;
  postmark: Behaviour | Respond;
  smtp: SmtpBehaviour;
  outcome: Partial<Delivery>;
}[] = [
  {
    what: 'refuses the recipient for good',
    postmark: 'inactive422',
    smtp: { at: 'RCPT', reply: '550 5.1.1 <ann@example.com>: user unknown' },
    outcome: { outcome: 'refused' },
  },
  {
    what: 'refuses the message for good',
    postmark: refuseWith(422, 1235),
    smtp: { at: 'message', reply: '554 5.7.1 482913 looks like spam' },
    outcome: { outcome: 'refused', reason: 'message_rejected' },
  },
  {
    what: 'fails',
    postmark: '500',
    smtp: { at: 'message', reply: '451 4.3.0 Local error' },
    outcome: { outcome: 'retry', reason: 'provider_failed' },
  },
  {
    what: 'is not there just now',
    postmark: answerWith(503, '<h1>Unavailable</h1>'),
    smtp: { at: 'greeting', reply: '451 4.3.2 Service not available' },
    outcome: { outcome: 'retry', reason: 'provider_failed' },
  },
  {
    what: 'takes no more for now',
    postmark: '429',
    smtp: { at: 'MAIL', reply: '450 4.7.1 Too much mail from you' },
    outcome: { outcome: 'retry', reason: 'rate_limited', afterSeconds: 30 },
  },
  {
    what: 'does not accept the credentials',
    postmark: 'unauthorized',
    smtp: { at: 'AUTH', reply: '535 5.7.8 user:hunter2 is wrong' },
    outcome: { outcome: 'misconfigured', reason: 'credentials_rejected' },
  },
  {
    what: 'does not accept the sender',
    postmark: refuseWith(422, 400),
    smtp: { at: 'MAIL', reply: '553 5.7.1 Sender not owned' },
    outcome: { outcome: 'misconfigured', reason: 'sender_unconfirmed' },
  },
  {
    what: 'lets nobody in',
    postmark: refuseWith(422, 412),
    smtp: { at: 'greeting', reply: '554 No service for you' },
    outcome: { outcome: 'misconfigured' },
  },
  {
    what: 'resets the connection',
    postmark: 'reset',
    smtp: 'reset',
    outcome: { outcome: 'retry', reason: 'connection_failed' },
  },
  {
    what: 'ends within an answer',
    postmark: cut,
    smtp: 'cut',
    outcome: { outcome: 'retry', reason: 'connection_failed' },
  },
  {
    what: 'makes no sense',
    postmark: 'html200',
    smtp: 'garbage',
    outcome: { outcome: 'retry', reason: 'answer_malformed' },
  },
  {
    what: 'makes no sense in the end',
    postmark: answerWith(200, { MessageID: 'an-id' }),
    smtp: { at: 'message', reply: 'Sure' },
    outcome: { outcome: 'retry', reason: 'answer_malformed' },
  },
];

/** The API may have the request. An SMTP server has no message before its greeting. */
const slow: { what: string; postmark: Behaviour | Respond; smtp: SmtpBehaviour }[] = [
  { what: 'never answers', postmark: 'never', smtp: 'never' },
  { what: 'answers for ever', postmark: drip, smtp: 'drip' },
];

/** The promises of every mailer. */
function itDelivers<Told>(
  name: string,
  open: () => Promise<Provider<Told>>,
  toldBy: (row: (typeof slow)[number]) => Told,
): void {
  const deliver = async (row: (typeof slow)[number], timeoutSeconds?: number) => {
    await using provider = await open();
    provider.behave(toldBy(row));
    const delivery = await provider.mailer(timeoutSeconds).deliver(message);
    expect(provider.recipients()).toEqual([]);
    return delivery;
  };

  describe(`mail through ${name}`, () => {
    it('reaches its one recipient', async () => {
      await using provider = await open();
      const delivery = await provider.mailer().deliver(message);
      const messageId = expect.stringMatching(/^[\w-]{1,100}$/);
      expect(delivery).toEqual({ outcome: 'sent', messageId });
      expect(provider.recipients()).toEqual([message.to]);
    });

    it.each(table)('is classified if the server $what', async ({ outcome, ...row }) => {
      const delivery = await deliver(row);
      expect(delivery).toMatchObject(outcome);
      // The server's words quote the recipient, the code or the password.
      expect(JSON.stringify(delivery)).not.toMatch(/ann|482913|hunter2|example/);
    });

    it.each(slow)('ends at its time limit if the server $what', async (row) => {
      const reason = name === 'SMTP' ? 'timed_out' : 'unanswered';
      expect(await deliver(row, 0.3)).toEqual({ outcome: 'retry', reason });
    });

    it('is retried if nobody answers', async () => {
      await using provider = await open();
      await provider.stop();
      const delivery = await provider.mailer().deliver(message);
      expect(delivery).toEqual({ outcome: 'retry', reason: 'connection_failed' });
    });

    it.each([
      'ann@example.com,eve@example.com',
      'Ann <ann@example.com>',
      'ann@example.com\r\nRCPT TO:<eve@example.com>',
      'ann@example.com> <eve@example.com',
      'ann@example.com;eve@example.com',
      '"ann, eve"@example.com',
      ' ann@example.com',
      'ann@',
      `${'a'.repeat(65)}@example.com`,
      `ann@${'a.'.repeat(125)}a`,
    ])('is never attempted to %j', async (to) => {
      await using provider = await open();
      const delivery = await provider.mailer().deliver({ ...message, to });
      expect(delivery).toEqual({ outcome: 'refused', reason: 'recipient_malformed' });
      expect(provider.asked()).toBe(0);
    });
  });
}

itDelivers('Postmark', postmark, (row) => row.postmark);
itDelivers('SMTP', smtp, (row) => row.smtp);
