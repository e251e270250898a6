import { DatabaseUrlError, parseDatabaseUrl } from '@namecard/db/database-url';
import { addressKey } from '@namecard/router/addresses';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { emailAddress } from './contact-values.ts';
import { listed } from './product-values.ts';

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** 0 switches the limit off. */
export const limit = whole(0, 1_000_000);

export const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a web address such as https://cards.example.com',
  )
  .transform((value) => value.replace(/\/+$/, ''));

/** Without a path: pages and the document don't work under one. */
export const publicOrigin = z
  .string()
  .refine(
    (value) =>
      URL.canParse(value) &&
      /^https?:$/.test(new URL(value).protocol) &&
      /^[^/]+\/\/[^/?#@]+\/?$/.test(value),
    'must be only an origin such as https://cards.example.com, without path, query, user or password',
  )
  .transform((value) => new URL(value).origin);

/** Degrees to round to; 0 means no rounding. */
export const degrees = z
  .string()
  .regex(/^(\d|10)(\.\d{1,6})?$/, 'must be degrees from 0 to 10, with at most 6 decimals')
  .transform(Number)
  .refine(
    (value) => value <= 10,
    'must be degrees from 0 to 10, with at most 6 decimals',
  );

export const databaseUrl = z.string().superRefine((value, context) => {
  try {
    parseDatabaseUrl(value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    context.addIssue(error.rule);
  }
});

const { IPv4, IPv6 } = ipaddr;

/** The library also accepts `10.1` and `0x0a000001` as IPv4. */
function isNetwork(text: string): boolean {
  if (text.includes('/')) {
    return IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text);
  }
  return IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text);
}

export const networks = z
  .string()
  .transform(listed)
  .refine(
    (parts) => parts.every(isNetwork),
    'must be addresses and CIDR ranges such as 10.0.0.0/8, not a number and not "true": those trust every sender of the header',
  );

export const secretKeys = z
  .string()
  .transform(listed)
  .refine(
    (keys) => keys.length > 0 && keys.every((key) => key.length >= 32),
    'must be 32 characters or more, or several such keys separated by commas',
  );

export const hashKey = z.string().min(32, 'must be 32 characters or more');

export const emailAddresses = z
  .string()
  .transform((text) => listed(text).map(addressKey))
  .refine(
    (emails) => emails.every((email) => emailAddress.test(email)),
    'must be email addresses separated by commas',
  );

export const origins = z
  .string()
  .transform(listed)
  .refine(
    (given) =>
      given.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins such as https://app.example.com separated by commas, without a path',
  );

/** The service sends it in a header, which takes nothing else. */
export const headerWord = z
  .string()
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces');

/** A secret that another program sends. */
export const sharedSecret = z.string().min(16, 'must be 16 characters or more');
