import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { fakeSmtp } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { classifySmtp, type SmtpStep } from './classify-smtp.ts';
import { ehloName, smtpMailer } from './smtp.ts';
import { parseSmtpUrl } from './smtp-url.ts';

const message = {
  to: "o'brien+tag@example.com",
  subject: '482913 is your Namecard sign-in code',
  text: 'Your code: 482913',
  html: '<p>Your code: 482913</p>',
};

const from = 'Namecard <hello@example.com>';

/** A self-signed certificate of `localhost`. */
async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout -';
  const name = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const { stdout } = await promisify(execFile)(
    'openssl',
    `req -x509 ${key} ${name}`.split(' '),
  );
  const [, secret = '', cert = ''] =
    /^([^]*-----END PRIVATE KEY-----\n)([^]*)/.exec(stdout) ?? [];
  return { key: secret, cert };
}

describe('the transmitted mail', () => {
  it('is one automatic mail in both forms, with the recorded id', async () => {
    await using server = await fakeSmtp();
    const delivery = await smtpMailer({ url: server.url, from }).deliver(message);
    const [mail] = server.mails();
    expect(mail).toMatchObject({ from: 'hello@example.com', to: message.to });
    for (const line of [
      'From: Namecard <hello@example.com>',
      `To: ${message.to}`,
      `Subject: ${message.subject}`,
      'Auto-Submitted: auto-generated',
      message.text,
      message.html,
    ]) {
      expect(mail?.message.split('\n')).toContain(line);
    }
    const id = delivery.outcome === 'sent' ? delivery.messageId : '';
    expect(mail?.message).toContain(`Message-ID: <${id}@example.com>`);
  });

  it('has user and password only if the address has them, decoded', async () => {
    await using server = await fakeSmtp();
    await smtpMailer({ url: server.url, from }).deliver(message);
    expect(server.logins()).toEqual([]);
    const url = server.url.replace('//', '//ann%40example.com:p%3Ass@');
    await smtpMailer({ url, from }).deliver(message);
    expect(server.logins()).toEqual(['ann@example.com:p:ss']);
  });
});

describe('a server that has the whole message', () => {
  it('and never ends its answer may have taken it', async () => {
    await using server = await fakeSmtp();
    server.behave({ at: 'message', reply: '250-2.0.0 Ok' });
    const mailer = smtpMailer({ url: server.url, from, timeoutSeconds: 2 });
    const unanswered = { outcome: 'retry', reason: 'unanswered' };
    expect(await mailer.deliver(message)).toEqual(unanswered);
  });
});

describe('EHLO', () => {
  it.each([
    [from, 'https://cards.example.org', 'cards.example.org'],
    [from, 'https://cards.example.org.:8443', 'cards.example.org'],
    [from, 'https://bücher.example', 'xn--bcher-kva.example'],
    [from, undefined, 'example.com'],
    [from, 'http://localhost:3000', 'example.com'],
    [from, 'http://127.0.0.1:3000', 'example.com'],
    [from, 'http://[::1]:3000', 'example.com'],
    [from, 'http://[::ffff:10.0.0.1]:3000', 'example.com'],
    ['Cards <a@bücher.example>', undefined, 'xn--bcher-kva.example'],
  ])('of %s at %s says %s', (sender, publicUrl, name) => {
    expect(ehloName(sender, publicUrl)).toBe(name);
  });

  it('is never the machine’s own name', async () => {
    await using server = await fakeSmtp();
    await smtpMailer({ url: server.url, from }).deliver(message);
    const publicUrl = 'https://cards.example.org';
    await smtpMailer({ url: server.url, from, publicUrl }).deliver(message);
    expect(server.greetings()).toEqual(['example.com', 'cards.example.org']);
  });
});

describe('a server that is not this machine', () => {
  it('gets no password before the connection is encrypted', async () => {
    await using server = await fakeSmtp();
    // The same machine under another name.
    const url = server.url.replace('//127.0.0.1', '//user:hunter2@0.0.0.0');
    const delivery = await smtpMailer({ url, from }).deliver(message);
    expect(delivery).toEqual({ outcome: 'misconfigured', reason: 'connection_insecure' });
    expect(server.logins()).toEqual([]);
  });

  it('is asked for encryption from the first byte by smtps', async () => {
    const hello: Buffer[] = [];
    const server = createServer((socket) => {
      socket.once('data', (bytes) => {
        hello.push(bytes);
        socket.destroy();
      });
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const delivery = await smtpMailer({ url: `smtps://127.0.0.1:${port}`, from }).deliver(
      message,
    );
    expect(delivery).toEqual({ outcome: 'retry', reason: 'connection_failed' });
    // The type of a TLS handshake record.
    expect(hello[0]?.[0]).toBe(22);
    server.close();
  });
});

describe('a certificate', () => {
  it('must be trusted, or nothing is sent', async () => {
    const certificate = await makeCertificate();
    await using server = await fakeSmtp(certificate);
    const mailer = smtpMailer({ url: server.url.replace('//', '//user:hunter2@'), from });
    const insecure = { outcome: 'misconfigured', reason: 'connection_insecure' };
    expect(await mailer.deliver(message)).toEqual(insecure);
    expect(mailer.words?.()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(server.logins()).toEqual([]);
    const roots = getCACertificates();
    setDefaultCACertificates([...roots, certificate.cert]);
    expect(await mailer.deliver(message)).toMatchObject({ outcome: 'sent' });
    setDefaultCACertificates(roots);
    expect(server.logins()).toEqual(['user:hunter2']);
  });
});

describe('a reply', () => {
  it.each<[SmtpStep, string, object]>([
    ['RCPT', '450 4.7.1 Greylisted', { outcome: 'retry', reason: 'provider_failed' }],
    ['RCPT', '450-4.7.1 Greylisted\n450 4.7.1 Later', { reason: 'provider_failed' }],
    [
      'MAIL',
      '421 4.7.0 Too much mail from you',
      { reason: 'rate_limited', afterSeconds: 30 },
    ],
    ['greeting', '421 4.7.0 Too many connections', { reason: 'greeting_refused' }],
    ['greeting', '554 5.7.1 Not from there', { reason: 'greeting_refused', code: 554 }],
    [
      'EHLO',
      '421-4.7.0 Try again later, closing connection. (EHLO)\n421 4.7.0 More',
      { outcome: 'misconfigured', reason: 'greeting_refused', code: 421 },
    ],
    ['EHLO', '504 5.5.2 Need a fully-qualified hostname', { reason: 'greeting_refused' }],
    ['EHLO', '451 4.3.0 Local error', { outcome: 'retry', reason: 'provider_failed' }],
    [
      'RCPT',
      '504 5.5.2 <box>: Helo command rejected: need fully-qualified hostname',
      { outcome: 'misconfigured', reason: 'greeting_refused' },
    ],
    [
      'RCPT',
      '450 4.7.1 <box>: Helo command rejected: Host not found',
      { outcome: 'misconfigured', reason: 'greeting_refused' },
    ],
    [
      'RCPT',
      '550 5.1.1 <helo@ehlo.example>: Recipient address rejected',
      { outcome: 'refused', reason: 'recipient_rejected' },
    ],
    [
      'DATA',
      '454 Throttling failure: Maximum sending rate exceeded.',
      { reason: 'rate_limited' },
    ],
    ['AUTH', '454 4.7.0 Temporary authentication failure', { reason: 'provider_failed' }],
    ['AUTH', '534 5.7.9 Use an application password', { reason: 'credentials_rejected' }],
    [
      'MAIL',
      '530 5.7.0 Authentication required',
      { reason: 'credentials_rejected', code: 530 },
    ],
    ['RCPT', '530 5.7.0 Authentication required', { outcome: 'misconfigured' }],
    [
      'RCPT',
      '552 5.2.2 Mailbox full',
      { outcome: 'refused', reason: 'recipient_rejected' },
    ],
    ['EHLO', '550 You are not welcome', { reason: 'greeting_refused' }],
    ['EHLO', '530 5.7.0 Authentication required', { reason: 'credentials_rejected' }],
    ['DATA', '250 Ok', { outcome: 'retry', reason: 'answer_malformed' }],
    ['MAIL', '5', { outcome: 'retry', reason: 'answer_malformed' }],
  ])('to %s is classified: %s', (step, reply, delivery) => {
    expect(classifySmtp({ kind: 'replied', step, reply })).toMatchObject(delivery);
  });
});

describe('the address of a server', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isTls: false }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, isTls: true }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, isTls: false }],
    [
      'smtp://apikey:SG.%2F%40@mail.example.com:25',
      {
        host: 'mail.example.com',
        port: 25,
        isTls: false,
        login: { user: 'apikey', pass: 'SG./@' },
      },
    ],
  ])('is read: %s', (address, server) => {
    expect(parseSmtpUrl(address)).toStrictEqual(server);
  });

  it.each([
    '',
    'mail.example.com:587',
    'https://mail.example.com',
    'smtp://',
    'smtp://hunter2@mail.example.com',
    'smtp://user:%zz@hunter2.example.com',
    'smtp://user:hunter2@mail.example.com/inbox',
    'smtp://user:hunter2@mail.example.com?tls=no',
  ])('is rejected without being quoted: %j', (address) => {
    expect(() => parseSmtpUrl(address)).toThrow(TypeError);
    expect(() => parseSmtpUrl(address)).not.toThrow(/hunter2|inbox|tls=no/);
  });
});

it('SMTP can’t clear a suppression', async () => {
  const clearance = await smtpMailer({ url: 'smtp://127.0.0.1', from }).clearSuppression(
    message.to,
  );
  expect(clearance).toEqual({ outcome: 'refused', reason: 'suppressions_unknown' });
});
