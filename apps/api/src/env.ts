import { DatabaseUrlError, parseDatabaseUrl } from '@namecard/db';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** `1`, `0`, `true`, `false`: what people write for yes and no. */
const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

/** A limit; 0 switches it off. */
const limit = whole(0, 1_000_000);

const webAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a web address such as https://cards.example.com',
  )
  .transform((value) => value.replace(/\/+$/, ''));

const databaseUrl = z.string().superRefine((value, context) => {
  try {
    parseDatabaseUrl(value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    context.addIssue(error.rule);
  }
});

const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const emailAddress = /^[^\s@<>,"]+@[^\s@<>,"]+\.[^\s@<>,"]+$/;

const sender = z
  .string()
  .refine(
    (value) => emailAddress.test(value.match(/<([^<>]*)>\s*$/)?.[1] ?? value),
    'must be an email address, or a name and an address as in "Namecard <hello@example.com>"',
  );

const { IPv4, IPv6 } = ipaddr;

/** Only as it is usually written: the library takes `10.1` and `0x0a000001` for IPv4 addresses too. */
const isNetwork = (text: string): boolean =>
  text.includes('/')
    ? IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text)
    : IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text);

const networks = z
  .string()
  .transform(listed)
  .refine(
    (parts) => parts.every(isNetwork),
    'must be addresses and CIDR ranges such as 10.0.0.0/8, not a number and not "true": those trust whoever sends the header',
  );

const secretKeys = z
  .string()
  .transform(listed)
  .refine(
    (keys) => keys.length > 0 && keys.every((key) => key.length >= 32),
    'must be 32 characters or more, or several such keys separated by commas',
  );

/** A comma separates two addresses where a scheme follows; another may stand between the hosts of one. */
const databaseUrls = z
  .string()
  .transform((text) => text.split(/\s*,\s*(?=[a-z]+:\/\/)/))
  .pipe(z.array(databaseUrl));

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  WORKERS: whole(1, 64).default(1),
  SHUTDOWN_DELAY: whole(0, 600).default(0),
  DATABASE_URL: databaseUrl.optional(),
  READ_DATABASE_URL: databaseUrls.default([]),
  DATABASE_POOL: whole(4, 1_000).default(10),
  DATABASE_PREPARE: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((value) => value === 'on'),
  DATA_DIR: z.string().default('.data'),
  SECRET_KEY: secretKeys.optional(),
  POSTMARK_SERVER_TOKEN: z.string().optional(),
  POSTMARK_API_URL: webAddress.optional(),
  POSTMARK_WEBHOOK_SECRET: z.string().min(16, 'must be 16 characters or more').optional(),
  EMAIL_FROM: sender.optional(),
  DEV_MAILBOX: flag.optional(),
  ADMIN_EMAILS: z
    .string()
    .transform((text) => listed(text.toLowerCase()))
    .refine(
      (emails) => emails.every((email) => emailAddress.test(email)),
      'must be email addresses separated by commas',
    )
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform(listed)
    .refine(
      (origins) =>
        origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be origins such as https://app.example.com separated by commas, without a path',
    )
    .optional(),
  TRUST_PROXY: networks.default([]),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  LOG_REQUESTS: flag.default(false),
  METRICS_TOKEN: z.string().min(16, 'must be 16 characters or more').optional(),
  CODE_DIGITS: whole(6, 8).default(6),
  LIMIT_SEND_PER_IP: limit.default(1000),
  LIMIT_VERIFY_PER_IP: limit.default(3000),
  LIMIT_WRONG_PER_ADDRESS: limit.default(5),
  LIMIT_WRONG_PER_IP: limit.default(30),
  LIMIT_WRONG_PER_DAY: limit.default(1000),
  LIMIT_MAILS_PER_CHALLENGE: limit.default(3),
  MAX_MAILS_PER_HOUR: limit.default(1000),
  MAX_PROFILES_PER_ACCOUNT: limit.default(1000),
  SESSION_DAYS: whole(1, 180).default(30),
});

export type Environment = z.infer<typeof Environment>;

/** What is wrong with the settings, a line each: the name, what is wrong, what is allowed. Never a value: it may be a secret. */
export class SettingsError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
    this.lines = lines;
  }
}

type Source = Record<string, string | undefined>;

type Given = Record<string, string>;

const requiredInProduction = [
  'DATABASE_URL',
  'SECRET_KEY',
  'POSTMARK_SERVER_TOKEN',
  'EMAIL_FROM',
] as const;

/** What running for real takes, and running for oneself does not. */
function missing(given: Given): string[] {
  if (given['NODE_ENV'] === 'production') {
    return requiredInProduction
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is missing: NODE_ENV=production requires it`);
  }
  const lacksSender =
    given['POSTMARK_SERVER_TOKEN'] !== undefined && given['EMAIL_FROM'] === undefined;
  return lacksSender
    ? ['EMAIL_FROM is missing: POSTMARK_SERVER_TOKEN requires the address mail comes from']
    : [];
}

/** An empty value is an unset one. */
function givenIn(source: Source): Given {
  const entries = Object.entries(source);
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

/**
 * Reads the settings.
 * @param overrides what the command line says instead
 * @throws SettingsError with every line there is to say
 */
export function readEnvironment(source: Source = process.env, overrides: Source = {}): Environment {
  const given = { ...givenIn(source), ...givenIn(overrides) };
  const parsed = Environment.safeParse(given);
  const notValid = parsed.error?.issues.map(
    ({ path, message }) => `${String(path[0])} is not valid: it ${message}`,
  );
  const lines = [...(notValid ?? []), ...missing(given)];
  if (!parsed.success || lines.length > 0) {
    throw new SettingsError(lines);
  }
  return parsed.data;
}
