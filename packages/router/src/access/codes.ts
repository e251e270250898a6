import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from './keys.ts';
import { alphabet, longLength } from './typed-code.ts';

export type Codes = { short: string; long: string };

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
