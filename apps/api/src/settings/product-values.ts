import { readFileSync } from 'node:fs';
// Not the whole packages: they would take most of the time of a command's start.
import { socialNetworks } from '@namecard/look/socials';
import type { TestLogin } from '@namecard/router';
import { addressKey, readDomain } from '@namecard/router/addresses';
import { isTestCode } from '@namecard/router/codes';
import { isLanguage } from '@namecard/router/language';
import { seenText } from '@namecard/router/seen-text';
import { readGuess } from '@namecard/router/typed-code';
import { z } from 'zod';
import { emailAddress } from './contact-values.ts';
import { inServiceFolder } from './files.ts';

/** Splits a list at commas. */
export const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Some of these words, separated by commas, in the order of the words. */
const someOf = <const Word extends string>(words: readonly Word[]) =>
  z.string().transform((text, context) => {
    const parts = listed(text.toLowerCase());
    const found = words.filter((word) => parts.includes(word.toLowerCase()));
    if (found.length < new Set(parts).size) {
      context.addIssue(`must be some of ${words.join(', ')}, separated by commas`);
    }
    return found;
  });

export const identities = someOf([
  'walletAddress',
  'farcasterId',
  'coinbaseWallet',
  'worldId',
]);

export const socials = someOf(socialNetworks);

const mailDomain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** `open` is everybody, an empty list nobody. */
export const signUps = z
  .string()
  .transform((text) => listed(seenText(text).toLowerCase()).map(readDomain))
  .refine(
    (parts) =>
      (parts.length === 1 && /^(open|closed)$/.test(parts[0] ?? '')) ||
      (parts.length > 0 && parts.every((part) => mailDomain.test(part))),
    'must be open, closed, or mail domains such as example.com separated by commas',
  )
  .transform((parts) => {
    const [first] = parts;
    if (first === 'open') {
      return 'open' as const;
    }
    return parts.filter((part) => part !== 'closed');
  });

/** The first instant after a day in UTC. Undefined if the day does not exist. */
function endOf(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) {
    return undefined;
  }
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString();
}

const testLogin = /^([^\s=]+)=(\S+) until (\d{4}-\d{2}-\d{2})$/;

/** Parses `review@example.com=CODE until 2027-01-31`. */
function readTestLogin(text: string) {
  const [, typed = '', code = '', day = ''] = testLogin.exec(text) ?? [];
  const address = addressKey(typed);
  const guess = readGuess(code);
  const endsAt = endOf(day);
  if (!emailAddress.test(address) || !guess || endsAt === undefined) {
    return undefined;
  }
  return { address, code: guess.code, endsAt };
}

/** Test logins by address. A code ends with its last day in UTC. */
export const testLogins = z.string().transform((text, context) => {
  const logins = new Map<string, TestLogin>();
  for (const part of listed(text)) {
    const login = readTestLogin(part);
    if (!login || logins.has(login.address)) {
      context.addIssue(
        'must be entries such as "review@example.com=ABCD-EFGH-JKMNP until 2027-01-31", separated by commas, one for each address',
      );
      return z.NEVER;
    }
    const { address, code, endsAt } = login;
    if (!isTestCode(address, code)) {
      context.addIssue(
        'must have codes that `./namecard test-login ADDRESS --until DAY` made for the same address: one is short, mistyped, invented or for another address',
      );
      return z.NEVER;
    }
    logins.set(address, { code, endsAt });
  }
  return logins;
});

/** A JWT's audience: a web address or a word, without commas. */
const audience = /^([!-+\--~]{1,255})( pairwise)?$/;

/** Audiences by name, and whether each gets its own pairwise names of people. */
export const audiences = z.string().transform((text, context) => {
  const parts = listed(text);
  const found = new Map(
    parts.flatMap((part) => {
      const [, name, pairwise] = audience.exec(part) ?? [];
      if (name === undefined) {
        return [];
      }
      return [[name, { pairwise: pairwise !== undefined }] as const];
    }),
  );
  if (found.size !== parts.length) {
    context.addIssue(
      'must be names, each once, of 1 to 255 printable ASCII characters without spaces, followed by " pairwise" or nothing, as in "https://forum.example.com, shop pairwise", separated by commas',
    );
  }
  return found;
});

export const productName = z
  .string()
  .regex(
    /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]|\u200d){1,40}$/u,
    'must be 1 to 40 printable characters',
  );

/** A page shows it beside its first words, so it is small. */
const largestLogo = 128 * 1024;

const png = Buffer.from('89504e470d0a1a0a', 'hex');

/** A browser takes 4 bytes of memory for each. The mark is shown 160 wide at most. */
const mostPixels = 4_000_000;

/** The header follows the signature, with the width and the height. */
const pixelsOf = (bytes: Buffer): number =>
  bytes.readUInt32BE(16) * bytes.readUInt32BE(20);

/** Begins as an SVG, perhaps with a comment before it. */
const svg = /^\s*<(?:svg|\?xml|!--|!DOCTYPE svg)/i;

function typeOfLogo(bytes: Buffer) {
  if (bytes.length > largestLogo) return undefined;
  // A file that was cut off lacks the end.
  const isPng = bytes.subarray(0, png.length).equals(png) && bytes.includes('IEND');
  if (isPng) return 'image/png' as const;
  const text = bytes.toString();
  const isSvg = svg.test(text) && /<svg[^]*<\/svg>/.test(text);
  return isSvg ? ('image/svg+xml' as const) : undefined;
}

/** Reads the file, so that a wrong one stops the start. */
export const productLogo = z.string().transform((path, context) => {
  try {
    const bytes = readFileSync(inServiceFolder(path));
    const type = typeOfLogo(bytes);
    if (type === 'image/png' && pixelsOf(bytes) > mostPixels) {
      context.addIssue(
        'has more than 4 million pixels; save it smaller, such as 500 wide',
      );
      return z.NEVER;
    }
    if (type !== undefined) return { type, bytes };
  } catch {
    // The message below says it.
  }
  context.addIssue('must be a readable SVG or PNG file of at most 128 KB');
  return z.NEVER;
});

export const productColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as in #4f46e5')
  .toLowerCase();

export const productLanguage = z
  .string()
  .toLowerCase()
  .refine(isLanguage, 'must be en, de, fr or es');

const reviewed = ['new', 'changed', 'hold'] as const;

export const review = z
  .string()
  .default('new,changed')
  .transform((text) => listed(text.toLowerCase()))
  .refine(
    (parts) =>
      (parts.length === 1 && parts[0] === 'none') ||
      (parts.length > 0 && parts.every((part) => /^(new|changed|hold)$/.test(part))),
    'must be new, changed and hold, or some of them, separated by commas, or none',
  )
  .transform((parts) => new Set(reviewed.filter((kind) => parts.includes(kind))));
