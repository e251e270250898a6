import type { Mail } from './inbox.ts';

/** A mail's codes as typed. Some mails have no short code. */
export type MailedCodes = { short: string | undefined; long: string };

/** Reads the codes from the text, as people do. */
export function readCodes({
  subject,
  text,
}: Pick<Mail, 'subject' | 'text'>): MailedCodes {
  const [long] = text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/) ?? [];
  if (long === undefined) {
    throw new Error(`The mail "${subject}" holds no long code`);
  }
  return { short: subject.match(/^\d{6}\b/)?.[0], long };
}

/** A wrong short code. */
export const wrongCode = (right: string | undefined): string =>
  right === '100000' ? '100007' : '100000';
