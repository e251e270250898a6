import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { addressKey } from '../addresses.ts';
import type { EntityManager } from '../transaction.ts';
import { keepHashCheck } from './hash-check.sql.ts';

/** Part of what is hashed, so that hashes of two purposes can't be matched. */
type HashPurpose =
  | 'audiences'
  | 'bans'
  | 'check'
  | 'guesses'
  | 'limits'
  | 'lists'
  | 'logs'
  | 'mails'
  | 'never_again'
  | 'usernames';

/** Keyed hashes of values that are counted or compared but not stored. */
export type Hashes = {
  /** 132 bits of HMAC-SHA-256 as 22 characters. Reveals nothing without the key. */
  of(purpose: HashPurpose, text: string): string;
};

/** The `HASH_KEY` of a service that has only this secret key. */
export const hashKeyFrom = (secretKey: string): string =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'namecard hashes', 32)).toString(
    'base64url',
  );

export function createHashes(hashKey: string): Hashes {
  const key = createSecretKey(hashKey, 'utf8');
  return {
    of: (purpose, text) =>
      createHmac('sha256', key)
        .update(`${purpose}\0${text}`)
        .digest('base64url')
        .slice(0, 22),
  };
}

/** A month in UTC, such as `2026-11`. */
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** Changes each month, so that names of different months can't be linked. */
export const addressInLog = (hashes: Hashes, address: string, at: Date): string =>
  hashes.of('logs', `${monthOf(at)} ${addressKey(address)}`);

/** Stored to find out whether a database was used with this key. */
const checkOf = (hashKey: string): string => createHashes(hashKey).of('check', '');

export const findHashKey = (
  hashKeys: readonly string[],
  check: string,
): string | undefined => hashKeys.find((hashKey) => checkOf(hashKey) === check);

/**
 * Opens the hashes with the key that the database was used with, or else with the
 * first one. `isOther` then: older counts and resting usernames are not found.
 * @param hashKeys `HASH_KEY`, or what each secret key gives
 */
export async function openHashes(
  em: EntityManager,
  hashKeys: readonly [string, ...string[]],
): Promise<{ hashes: Hashes; hashKey: string; isOther: boolean }> {
  const [first] = hashKeys;
  const known = findHashKey(hashKeys, await keepHashCheck(em, checkOf(first)));
  const hashKey = known ?? first;
  return { hashes: createHashes(hashKey), hashKey, isOther: known === undefined };
}
