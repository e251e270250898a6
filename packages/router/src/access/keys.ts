import { createHmac } from 'node:crypto';

/** A secret under which codes are derived, and the name by which rows refer to it. */
export type SecretKey = { id: string; secret: string };

/** The secret keys in use. Codes are made with the first and read with any, so that keys can be changed without a stop. */
export type KeyRing = {
  /** The names of all keys in use. */
  ids: string[];
  current: SecretKey;
  find(id: string): SecretKey | undefined;
};

/** The name tells keys apart and gives nothing of the secret away. */
function named(secret: string): SecretKey {
  const id = createHmac('sha256', secret).update('namecard key name').digest('base64url');
  return { id: id.slice(0, 12), secret };
}

/** @param secrets at least one, the one for new codes first */
export function createKeyRing(secrets: readonly [string, ...string[]]): KeyRing {
  const [first, ...rest] = secrets;
  const current = named(first);
  const keys = new Map([current, ...rest.map(named)].map((key) => [key.id, key]));
  return { ids: [...keys.keys()], current, find: (id) => keys.get(id) };
}
