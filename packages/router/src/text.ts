import { z } from 'zod';

/** Control characters, surrogates and unassigned code points. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}]/u;

const unprintableButBreaks = /[^\P{Cc}\n\t]|[\p{Cs}\p{Cn}]/u;

/** PostgreSQL refuses NUL, and would silently change a lone surrogate. */
const unstorable = /[\0\p{Cs}]/u;

// Clients check these patterns of the documents. They list code points, because
// languages have other versions of Unicode's categories, or none.
const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

const controlCharactersButBreaks =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';

/**
 * For a character class. Leaves out U+2028 and U+2029: some generators write them
 * raw, and they end a line in JavaScript.
 */
export const hiddenCharacters = `${controlCharacters}\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff`;

const without = (characters: string) => `^[^${characters}]*$`;

const codePoints = (value: string) => Array.from(value).length;

type Length = { min?: number; max: number };

/** `characters` is the part of the rule that a pattern can express. */
type Refused = { rule: RegExp; characters?: string };

function sized(
  { min = 0, max }: Length,
  { rule, characters }: Refused,
  text = z.string('Must be a string.'),
) {
  return text
    .refine((value) => codePoints(value) <= max && codePoints(value) >= min, {
      error:
        min > 0
          ? `Must be ${min} to ${max} characters.`
          : `Must be at most ${max} characters.`,
      abort: true,
    })
    .refine((value) => !rule.test(value), {
      error:
        'Must not contain control characters, lone surrogates or unassigned characters.',
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(characters !== undefined && { pattern: without(characters) }),
    });
}

/** Counts code points, as readers and JSON Schema do. */
export const line = (length: Length) =>
  sized(length, { rule: unprintable, characters: controlCharacters });

/** Characters that are invisible, blank, or turn the direction of writing. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** For text that people compare by eye, or follow. */
export const visibleLine = (length: Length) =>
  line(length)
    .refine((value) => !hidden.test(value), {
      error:
        'Must not contain invisible characters or ones that change the direction of writing. Remove them; in a link, percent-encode them.',
      abort: true,
    })
    .meta({ pattern: without(hiddenCharacters) });

/** HTML forms send line breaks as CRLF. They become LF. */
export const paragraphs = (length: Length) =>
  sized(
    length,
    { rule: unprintableButBreaks, characters: controlCharactersButBreaks },
    z.string('Must be a string.').overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
  );

/** Text from a clipboard, with line breaks. */
export const pasted = (length: Length) => sized(length, { rule: unstorable });

/** ASCII only, so lower case is the same everywhere. */
const usernamePattern = /^[A-Za-z0-9_-]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$/;

/** Nobody may pass for the service, and no name may be read as something else. */
const reservedUsernames = new Set(
  [
    // Words in addresses of the service or of profile pages.
    'me mine new walk search api auth docs openapi trpc metrics healthz readyz dev mailbox webhooks assets static',
    'profile profiles user users session sessions location socials about home index settings account accounts',
    'login log-in logout log-out register signin sign-in signout sign-out signup sign-up favicon.ico robots.txt',
    // Names of the service and its team.
    'namecard admin admins administrator administrators moderator moderators moderation mod mods root sysadmin system',
    'operator owner staff team official help helpdesk contact service verify verified legal privacy terms billing',
    'no-reply noreply no_reply mailer-daemon',
    // Mailboxes that speak for a domain (RFC 2142).
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp',
    // Nobody and everybody.
    'null undefined nil none nan true false nobody somebody someone anybody anyone everybody everyone all anonymous',
    'guest unknown deleted erased removed hidden suspended default',
  ].flatMap((names) => names.split(' ')),
);

export const username = z
  .string('Must be a string.')
  .regex(usernamePattern, {
    error:
      'Must be 1 to 64 of the letters A–Z, digits, "_", "-" and ".", and not begin or end with a dot.',
  })
  .meta({ minLength: 1, maxLength: 64 });

/** Whether such a username can exist. */
export const isUsername = (value: string) => usernamePattern.test(value);

/** The form for comparing addresses. They are ASCII. */
export const addressKey = (email: string) => email.toLowerCase();

/** The form for comparing usernames. */
export const usernameKey = (value: string) => value.toLowerCase();

/**
 * How usernames may spell the product's name: in one word, with or without dots,
 * dashes and underscores. Empty if the name has letters that usernames can't
 * hold.
 */
function spellingsOf(productName: string): string[] {
  const folded = productName.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const key = usernameKey(folded);
  if (/[^\p{ASCII}]/u.test(key.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return [];
  const kept = key.replaceAll(/[^a-z0-9_.-]/g, '').replaceAll(/^[_.-]+|[_.-]+$/g, '');
  return [kept, kept.replaceAll(/[_.-]/g, '')].filter((spelling) => spelling !== '');
}

/**
 * Whether nobody can take the name: it is reserved, or the product's name, alone
 * or followed by `-`, `_` or `.`.
 */
export function isReserved(value: string, productName: string): boolean {
  const key = usernameKey(value);
  return (
    reservedUsernames.has(key) ||
    spellingsOf(productName).some(
      (spelling) =>
        key.startsWith(spelling) && /^(?:[_.-]|$)/.test(key.slice(spelling.length)),
    )
  );
}

/** Tells whom to contact about a decision, if the operator has set it. */
export const contactMessage = (contactUrl: string | undefined): string[] =>
  contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];

/** PostgreSQL with `TimeZone=UTC`, `DateStyle=ISO`: no trailing zeros. */
const stampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** To ISO 8601 with milliseconds. Cuts off finer digits. */
export function isoInstant(stamp: string): string {
  if (!stampShape.test(stamp)) {
    throw new Error(`Not an instant of the database: ${stamp}`);
  }
  const fraction = stamp.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${stamp.slice(0, 10)}T${stamp.slice(11, 19)}.${fraction}Z`;
}

export const isoInstantOrNull = (stamp: string | null): string | null =>
  stamp === null ? null : isoInstant(stamp);
