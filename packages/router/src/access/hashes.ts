import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { HashKey, type HashPurpose } from '@namecard/db';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { lockHashKeys } from './keys.sql.ts';
import { derivedKey, type KeyRing, open, seal } from './keys.ts';

/** Keyed hashes: what is counted or compared without being kept. */
export type Hashes = {
  /** 128 bits as 22 characters; nobody without the purpose's key can tell what they stand for. */
  of(purpose: HashPurpose, text: string): string;
};

const sealing = (purpose: HashPurpose) => ({ kind: 'hash keys', as: purpose }) as const;

const sealUnderCurrent = (row: HashKey, { current }: KeyRing, plain: Buffer) =>
  row.seal(current.id, seal(current, sealing(row.purpose), plain));

/** The row's key as it is; undefined where it was not made yet, or is sealed under a key that is not given. */
function opened({ purpose, sealed, keyId }: HashKey, keys: KeyRing): Buffer | undefined {
  const key = keyId === null ? undefined : keys.find(keyId);
  return sealed !== null && key ? open(key, sealing(purpose), sealed) : undefined;
}

/** Whether the row has a key that none of these opens. */
const isLost = (row: HashKey, keys: KeyRing): boolean =>
  row.sealed !== null && opened(row, keys) === undefined;

/**
 * The row's key, made where there is none yet. One that can't be opened is left as it is, for whoever has the right secret key;
 * until then one is derived that all who have the same secret key share. A key that was
 * opened stays sealed under the secret key it is sealed under: another instance may have no other.
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

/** Seals the row's key under the current secret key; false where it is, or can't be opened. */
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

/** A month of UTC such as `2026-11`. */
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/**
 * The name that the log has for an email address: another one each month, so that what is kept of one says nothing of the next, and
 * nobody without the key can tell whose it is.
 */
export const addressInLog = (hashes: Hashes, address: string, at: Date): string =>
  hashes.of('logs', `${monthOf(at)} ${address.toLowerCase()}`);

/**
 * Opens the keys of all purposes, which every instance shares. Of one that is sealed under a secret key that is not given, what was
 * counted or rests is not found.
 * @param onLost called once where that happens
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
