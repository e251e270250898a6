// Not the whole packages: they would take most of the time of a command's start.
import { addressOf, isOnePlainAddress } from '@namecard/email/address';
import { parseSmtpUrl } from '@namecard/email/smtp-url';
import { readAddress } from '@namecard/router/addresses';
import { z } from 'zod';

export const emailAddress = /^(?=[!-~]+$)[^@<>,"]+@[^@<>,"]+\.[^@<>,"]+$/;

/** A sender with its address as people see it. The name stays as it is. */
function seenSender(typed: string): string {
  const address = addressOf(typed);
  const at = typed.lastIndexOf(address);
  return `${typed.slice(0, at)}${readAddress(address)}${typed.slice(at + address.length)}`;
}

export const sender = z
  .string()
  .overwrite(seenSender)
  .refine(
    (value) => emailAddress.test(addressOf(value)),
    'must be an email address, or a name and an address as in "Namecard <hello@example.com>"',
  );

function isSmtpUrl(value: string): boolean {
  try {
    parseSmtpUrl(value);
    return true;
  } catch {
    return false;
  }
}

export const smtpUrl = z
  .string()
  .refine(
    isSmtpUrl,
    'must be like smtp://user:password@mail.example.com:587 or smtps://…:465, percent-encoded, with user and password or neither',
  );

function isWebPage(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

export const webPage = z
  .string()
  .refine(
    isWebPage,
    'must be an https address without a password, such as https://example.com/privacy',
  )
  .transform((value) => new URL(value).href);

/** A web page, or mailto with one address and no subject or text. */
function isContact(value: string): boolean {
  const url = URL.parse(value);
  return (
    isWebPage(value) ||
    (url?.protocol === 'mailto:' &&
      isOnePlainAddress(url.pathname) &&
      url.search === '' &&
      url.hash === '')
  );
}

export const contactUrl = z
  .string()
  .overwrite((value) => value.replace(/(?<=^mailto:).*$/i, (typed) => readAddress(typed)))
  .refine(
    isContact,
    'must be an https address without a password, or mailto with one email address, such as mailto:help@example.com',
  )
  .transform((value) => new URL(value).href);
