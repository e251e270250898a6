import { z } from 'zod';

/** Control characters, surrogates and unassigned code points: nothing that a person reads. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}]/u;

const unprintableButBreaks = /[^\P{Cc}\n\t]|[\p{Cs}\p{Cn}]/u;

/** What PostgreSQL can't keep as it is: it refuses NUL, and would alter a lone surrogate silently. */
const unstorable = /[\0\p{Cs}]/u;

// The documents repeat these rules as patterns, which clients check before they send. A pattern
// names code points alone: each language has another version of Unicode's categories, or none.
const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';

const controlCharactersButBreaks =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';

/**
 * Control and format characters, to stand between the brackets of a pattern. It leaves out
 * U+2028 and U+2029: some generators write them raw, and a line ends there in JavaScript.
 */
export const hiddenCharacters = `${controlCharacters}\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff`;

const without = (characters: string) => `^[^${characters}]*$`;

const codePoints = (value: string) => Array.from(value).length;

type Length = { min?: number; max: number };

/** What a text must not hold: the service's rule, and as much of it as a pattern says, if it says any. */
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

/** One line of printable text, its length counted in code points as a reader, and JSON Schema, counts. */
export const line = (length: Length) =>
  sized(length, { rule: unprintable, characters: controlCharacters });

/** Format characters, such as those that turn the direction of writing, and whatever else is drawn as nothing or as blank. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** A line in which every character shows: for what people compare by eye, or follow. */
export const visibleLine = (length: Length) =>
  line(length)
    .refine((value) => !hidden.test(value), {
      error:
        'Must not contain invisible characters or ones that change the direction of writing. Remove them; in a link, percent-encode them.',
      abort: true,
    })
    .meta({ pattern: without(hiddenCharacters) });

/** Printable text with tabs and line breaks. HTML forms send a line break as CRLF; it is kept as LF. */
export const paragraphs = (length: Length) =>
  sized(
    length,
    { rule: unprintableButBreaks, characters: controlCharactersButBreaks },
    z.string('Must be a string.').overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
  );

/** Text as it comes out of a clipboard, line breaks and all. */
export const pasted = (length: Length) => sized(length, { rule: unstorable });

/** ASCII only, so that the lower case is the same here, in PostgreSQL and everywhere else. */
const usernamePattern = /^[A-Za-z0-9_-]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$/;

/** Names that count as taken: nobody should pass for the service, and no name be read as something else. */
const reservedUsernames = new Set(
  [
    // Words of the service's own addresses, or of those of a page that shows profiles under their names.
    'me mine new walk search api auth docs openapi trpc metrics healthz readyz dev mailbox webhooks assets static',
    'profile profiles user users session sessions location socials about home index settings account accounts',
    'login log-in logout log-out register signin sign-in signout sign-out signup sign-up favicon.ico robots.txt',
    // The house.
    'namecard admin admins administrator administrators moderator moderators moderation mod mods root sysadmin system',
    'operator owner staff team official help helpdesk contact service verify verified legal privacy terms billing',
    'no-reply noreply no_reply mailer-daemon',
    // Mailboxes that speak for a domain (RFC 2142).
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp',
    // Nobody, and everybody.
    'null undefined nil none nan true false nobody somebody someone anybody anyone everybody everyone all anonymous',
    'guest unknown deleted erased removed hidden suspended default',
  ].flatMap((names) => names.split(' ')),
);

/** A username of a user or a profile. */
export const username = z
  .string('Must be a string.')
  .regex(usernamePattern, {
    error:
      'Must be 1 to 64 of the letters A–Z, digits, "_", "-" and ".", and not begin or end with a dot.',
  })
  .meta({ minLength: 1, maxLength: 64 });

/** Whether such a username can exist at all. */
export const isUsername = (value: string) => usernamePattern.test(value);

/** The form in which addresses are compared; they are ASCII. */
export const addressKey = (email: string) => email.toLowerCase();

/** The form in which usernames are compared. */
export const usernameKey = (value: string) => value.toLowerCase();

/**
 * How a username could begin with the product's name: written together, as it is or without
 * its dots, dashes and underscores. None where the name has letters that no username can hold.
 */
function spellingsOf(productName: string): string[] {
  const folded = productName.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const key = usernameKey(folded);
  if (/[^\p{ASCII}]/u.test(key.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return [];
  const kept = key.replaceAll(/[^a-z0-9_.-]/g, '').replaceAll(/^[_.-]+|[_.-]+$/g, '');
  return [kept, kept.replaceAll(/[_.-]/g, '')].filter((spelling) => spelling !== '');
}

/**
 * Whether nobody can take the name, whatever the case of its letters: a reserved one, or the
 * product's, alone or followed by `-`, `_` or `.`.
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

/** Whom to write to about a decision; nothing where the operator does not say. */
export const contactMessage = (contactUrl: string | undefined): string[] =>
  contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];

/** A stamp of four-digit years as PostgreSQL writes it under `TimeZone=UTC` and `DateStyle=ISO`: fractions end without zeros. */
const stampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** A stamp of PostgreSQL's, as ISO 8601 with milliseconds; what is finer is cut off. */
export function isoInstant(stamp: string): string {
  if (!stampShape.test(stamp)) {
    throw new Error(`Not a stamp of the database: ${stamp}`);
  }
  const fraction = stamp.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${stamp.slice(0, 10)}T${stamp.slice(11, 19)}.${fraction}Z`;
}

/** The same of a stamp that there may be none of. */
export const isoInstantOrNull = (stamp: string | null): string | null =>
  stamp === null ? null : isoInstant(stamp);
