import { fontPath } from '@namecard/look';
import { describe, expect, it } from 'vitest';
import { mailboxPage } from './mailbox-page.ts';
import type { MailboxMail } from './mailbox-page.ts';

const pageOf = (mails: readonly MailboxMail[]) =>
  mailboxPage(mails, '/mailbox.js', { name: 'Chess & Cards' });

function mail(overrides: Partial<MailboxMail> = {}): MailboxMail {
  return {
    id: '0193f1a2-0000-7000-8000-000000000001',
    to: 'ann@example.com',
    subject: '482913 is your Namecard sign-in code',
    text: 'Your code: 482913',
    html: '<p>Your code: 482913</p>',
    at: '2026-11-21T14:05:31.123Z',
    ...overrides,
  };
}

describe('an empty mailbox', () => {
  const page = pageOf([]);

  it('says how to get a mail', () => {
    expect(page).toContain('No mail yet');
    expect(page).toContain('POST /api/v1/auth/send-code');
  });
});

describe('a mailbox with mail', () => {
  it('shows the newest mail first, and opens only that one', () => {
    const older = mail({
      id: 'older',
      to: 'old@example.com',
      at: '2026-11-21T13:00:00.000Z',
    });
    const newer = mail({
      id: 'newer',
      to: 'new@example.com',
      at: '2026-11-21T15:00:00.000Z',
    });
    const mails = [older, newer];
    const page = pageOf(mails);
    expect(page.indexOf('new@example.com')).toBeLessThan(page.indexOf('old@example.com'));
    expect(page.match(/<details[^>]* open>/g)).toStrictEqual([
      '<details name="view-newer" open>',
    ]);
    expect(mails).toStrictEqual([older, newer]);
  });

  it('shows the recipient, the time, and a large code', () => {
    const page = pageOf([mail()]);
    expect(page).toContain('<dd>ann@example.com</dd>');
    expect(page).toContain('2026-11-21 14:05:31 UTC');
    expect(page).toContain('<span class="code">482913</span>');
  });

  it('also shows a long code large, and other subjects unchanged', () => {
    const long = mail({ subject: '7K2M-9QX4-TBC8P is your Namecard sign-in code' });
    expect(pageOf([long])).toContain('<span class="code">7K2M-9QX4-TBC8P</span>');
    expect(pageOf([mail({ subject: 'Hello' })])).toContain('<h2>Hello</h2>');
  });

  it('keeps a mail in a frame without any permission, out of the page itself', () => {
    const hostile = '"></iframe><script>alert("1")</script>';
    const page = pageOf([
      mail({ html: hostile, text: hostile, to: hostile, id: hostile }),
    ]);
    expect(page).toContain('<iframe sandbox=""');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/iframe>/g)).toHaveLength(1);
  });

  it('has no script but its own file, and loads the font and nothing else', () => {
    const page = pageOf([mail()]).replace(`url('${fontPath}')`, '');
    expect(page.match(/\ssrc="[^"]*"/g)).toEqual([' src="/mailbox.js"']);
    expect(page).not.toMatch(/<link|https?:|url\(|\son\w+=/i);
  });
});
