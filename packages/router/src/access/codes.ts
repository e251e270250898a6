import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from './keys.ts';

/** Crockford's base 32: no I, L, O or U, so that nothing is misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 13 characters of 5 bits: 65 bits, beyond guessing. */
const longLength = 13;

const longShape = new RegExp(`^[${alphabet}]{${longLength}}$`);

export type Codes = { short: string; long: string };

export type Guess = { kind: 'short' | 'long'; code: string };

function mac(
  key: SecretKey,
  label: string,
  challengeId: string,
  address: string,
): Buffer {
  return createHmac('sha256', key.secret)
    .update(`namecard ${label}\n${challengeId}\n${address}`)
    .digest();
}

/** 64 bits modulo 10^digits: the most likely code is at most 10^8 / 2^64 more likely than another. */
function shortFrom(digest: Buffer, digits: number): string {
  const number = digest.readBigUInt64BE() % 10n ** BigInt(digits);
  return number.toString().padStart(digits, '0');
}

const charactersFrom = (bytes: Buffer, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % 32)).join('');

/**
 * The two codes of a challenge, made afresh whenever they are needed and never stored.
 * @param address the challenge's email address in lower case
 */
export function deriveCodes(
  key: SecretKey,
  challengeId: string,
  address: string,
  digits: number,
): Codes {
  return {
    short: shortFrom(mac(key, 'short code', challengeId, address), digits),
    long: charactersFrom(mac(key, 'long code', challengeId, address), longLength),
  };
}

/** Reads what a person typed: spaces, dashes and case do not matter, I and L are 1, O is 0. */
export function readGuess(otp: string, digits: number): Guess | undefined {
  const code = otp
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
  if (code.length === digits && /^\d+$/.test(code)) {
    return { kind: 'short', code };
  }
  return longShape.test(code) ? { kind: 'long', code } : undefined;
}

/** Random characters of a test login's long code: 55 bits, still beyond guessing. The others check them and the address. */
const randomLength = 11;

/** @param random the characters that are random; what comes after them is left out */
function withCheck(address: string, random: string): string {
  const chosen = random.slice(0, randomLength);
  const digest = hash('sha256', `namecard test login\n${address}\n${chosen}`, 'buffer');
  return `${chosen}${charactersFrom(digest, longLength - randomLength)}`;
}

/**
 * A long code for a test login.
 * @param address in lower case
 * @param bytes gives so many that nobody can guess
 */
export const newTestCode = (address: string, bytes: (length: number) => Buffer): string =>
  withCheck(address, charactersFrom(bytes(randomLength), randomLength));

/**
 * Whether `newTestCode` may have made the long code, for this address in lower case. One of 1,024 that were made up passes: it
 * finds mistakes, and a hand that chooses an easy code.
 */
export const isTestCode = (address: string, code: string): boolean =>
  withCheck(address, code) === code;

/** Compares in a time that does not depend on where the codes differ. */
export function sameCode(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
