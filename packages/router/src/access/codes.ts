import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { SecretKey } from './keys.ts';
import { alphabet, longLength, shortLength } from './typed-code.ts';

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

/** 64 bits modulo 10^6. The bias is at most 10^6 / 2^64. */
function shortFrom(digest: Buffer): string {
  const number = digest.readBigUInt64BE() % 10n ** BigInt(shortLength);
  return number.toString().padStart(shortLength, '0');
}

const charactersFrom = (bytes: Buffer, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % 32)).join('');

/** Codes are derived at each use and never stored. `address` is in lower case. */
export function deriveCodes(key: SecretKey, challengeId: string, address: string): Codes {
  return {
    short: shortFrom(mac(key, 'short code', challengeId, address)),
    long: charactersFrom(mac(key, 'long code', challengeId, address), longLength),
  };
}

/** What a code of a move does, and at which of its two addresses it is mailed. */
export type MovePurpose = 'leave' | 'arrive' | 'undo';

/** The addresses are in lower case. */
type Moving = { id: string; fromKey: string; toKey: string };

/** A long code, derived as those of a challenge. */
export function deriveMoveCode(
  key: SecretKey,
  purpose: MovePurpose,
  { id, fromKey, toKey }: Moving,
): string {
  const address = purpose === 'arrive' ? toKey : fromKey;
  return charactersFrom(mac(key, `${purpose} code`, id, address), longLength);
}

/** Random characters: 55 bits, impossible to guess. Two more are a check. */
const randomLength = 11;

/** @param random the random characters; later characters are ignored */
function withCheck(address: string, random: string): string {
  const chosen = random.slice(0, randomLength);
  const digest = hash('sha256', `namecard test login\n${address}\n${chosen}`, 'buffer');
  return `${chosen}${charactersFrom(digest, longLength - randomLength)}`;
}

/** `address` is in lower case. `bytes` must be unpredictable. */
export const newTestCode = (address: string, bytes: (length: number) => Buffer): string =>
  withCheck(address, charactersFrom(bytes(randomLength), randomLength));

/** Finds typing errors and invented codes, but one in 1,024 of them passes. */
export const isTestCode = (address: string, code: string): boolean =>
  withCheck(address, code) === code;

/** Compares in constant time. */
export function sameCode(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
