import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from './keys.ts';

/** Crockford's base 32: no I, L, O or U, so that nothing is misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 13 characters of 5 bits: 65 bits, beyond guessing. */
const longLength = 13;

const longShape = new RegExp(`^[${alphabet}]{${longLength}}$`);

export type Codes = { short: string; long: string };

export type Guess = { kind: 'short' | 'long'; code: string };

function mac(key: SecretKey, label: string, challengeId: string, address: string): Buffer {
  return createHmac('sha256', key.secret)
    .update(`namecard ${label}\n${challengeId}\n${address}`)
    .digest();
}

/** 64 bits modulo 10^digits: the most likely code is at most 10^8 / 2^64 more likely than another. */
function shortFrom(digest: Buffer, digits: number): string {
  const number = digest.readBigUInt64BE() % 10n ** BigInt(digits);
  return number.toString().padStart(digits, '0');
}

function longFrom(digest: Buffer): string {
  return Array.from(digest.subarray(0, longLength), (byte) => alphabet.charAt(byte % 32)).join('');
}

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
    long: longFrom(mac(key, 'long code', challengeId, address)),
  };
}

/** Reads what a person typed: spaces, dashes and case do not matter, I and L are 1, O is 0. */
export function readGuess(otp: string, digits: number): Guess | undefined {
  const code = otp.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  if (code.length === digits && /^\d+$/.test(code)) {
    return { kind: 'short', code };
  }
  return longShape.test(code) ? { kind: 'long', code } : undefined;
}

/** Compares in a time that does not depend on where the codes differ. */
export function sameCode(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
