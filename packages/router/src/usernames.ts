import { z } from 'zod';
import { seenWord } from './seen-text.ts';

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

/** The username that somebody meant: `@ann` and ` ann`, too. */
export const seenName = (typed: string): string => seenWord(typed).replace(/^@/, '');

/** Only what people see of a username is stored, so two that look the same are one. */
export const username = z
  .string('Must be a string.')
  .overwrite(seenName)
  .max(64, { error: 'Must be at most 64 characters.', abort: true })
  .regex(usernamePattern, {
    error:
      'Must be 1 to 64 of the letters A–Z, digits, "_", "-" and ".", and not begin or end with a dot.',
  })
  .meta({ minLength: 1, maxLength: 64 });

/** Whether such a username can exist. */
export const isUsername = (value: string) => usernamePattern.test(seenName(value));

/** The form for comparing usernames, as stored or as typed. */
export const usernameKey = (value: string) => seenName(value).toLowerCase();

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
