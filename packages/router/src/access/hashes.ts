import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { HashKey, type HashPurpose } from '@namecard/db';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { lockHashKeys } from './keys.sql.ts';
import { derivedKey, type KeyRing, open, seal } from './keys.ts';

/** Keyed hashes of values that are counted or compared but not stored. */
export type Hashes = {
  /** 132 bits of HMAC-SHA-256 as 22 characters. Reveals nothing without the purpose's key. */
  of(purpose: HashPurpose, text: string): string;
};

const sealing = (purpose: HashPurpose) => ({ kind: 'hash keys', as: purpose }) as const;

const sealUnderCurrent = (row: HashKey, { current }: KeyRing, plain: Buffer) =>
  row.seal(current.id, seal(current, sealing(row.purpose), plain));

/** Returns undefined if the key is not made yet, or its secret key is missing. */
function opened({ purpose, sealed, keyId }: HashKey, keys: KeyRing): Buffer | undefined {
  const key = keyId === null ? undefined : keys.find(keyId);
  return sealed !== null && key ? open(key, sealing(purpose), sealed) : undefined;
}

/** Whether none of the given secret keys opens the row's key. */
const isLost = (row: HashKey, keys: KeyRing): boolean =>
  row.sealed !== null && opened(row, keys) === undefined;

/**
 * Creates a missing key. A key that can't be opened is kept for later. Meanwhile
 * all instances with this secret key derive the same substitute. An opened key is
 * not sealed again: another instance may know only the old secret key.
 */
function unseal(row: HashKey, keys: KeyRing): Buffer {
  const known = opened(row, keys);
  if (known) {
    return known;
  }
  if (isLost(row, keys)) {
    return createHmac('sha256', derivedKey(keys.current, 'hash keys'))
      .update(row.purpose)
      .digest();
  }
  const made = randomBytes(32);
  sealUnderCurrent(row, keys, made);
  return made;
}

/** Returns false if it was sealed already, or can't be opened. */
export function sealAgain(row: HashKey, keys: KeyRing): boolean {
  const plain = row.keyId === keys.current.id ? undefined : opened(row, keys);
  if (plain) {
    sealUnderCurrent(row, keys, plain);
  }
  return plain !== undefined;
}

export const hashesUnder = (keyOf: (purpose: HashPurpose) => KeyObject): Hashes => ({
  of: (purpose, text) =>
    createHmac('sha256', keyOf(purpose)).update(text).digest('base64url').slice(0, 22),
});

/** A month in UTC, such as `2026-11`. */
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** Changes each month, so that names of different months can't be linked. */
export const addressInLog = (hashes: Hashes, address: string, at: Date): string =>
  hashes.of('logs', `${monthOf(at)} ${address.toLowerCase()}`);

/**
 * Opens the keys that all instances share. If one can't be opened, `onLost` is
 * called once. Older counts and resting usernames are not found then.
 */
export async function openHashes(
  em: EntityManager,
  keys: KeyRing,
  onLost: () => void,
): Promise<Hashes> {
  const secrets = await inTransaction({ em }, async (inner) => {
    await lockHashKeys(inner.em);
    const rows = await inner.em.find(HashKey, {});
    if (rows.some((row) => isLost(row, keys))) {
      onLost();
    }
    const plain = new Map(
      rows.map((row) => [row.purpose, createSecretKey(unseal(row, keys))]),
    );
    await inner.em.flush();
    return plain;
  });
  return hashesUnder((purpose) => {
    const key = secrets.get(purpose);
    if (!key) {
      throw new Error(`There is no hash key for ${purpose}`);
    }
    return key;
  });
}
