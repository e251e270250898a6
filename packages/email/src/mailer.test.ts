import { expect, it } from 'vitest';
import { mailboxMailer } from './mailer.ts';

const message = {
  to: 'ann@example.com',
  subject: 'A code',
  text: 'text',
  html: '<p>html</p>',
};

it('accepts each mail, with an id that reveals nothing about it', async () => {
  const mailer = mailboxMailer();
  const [first, second] = [await mailer.deliver(message), await mailer.deliver(message)];
  const taken = {
    outcome: 'sent',
    messageId: expect.stringMatching(/^mailbox-[0-9a-f-]{36}$/),
  };
  expect(first).toStrictEqual(taken);
  expect(second).toStrictEqual(taken);
  expect(first).not.toStrictEqual(second);
});
