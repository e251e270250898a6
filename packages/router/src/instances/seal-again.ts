import { HashKey, WebhookEndpoint } from '@namecard/db';
import { sealAgain } from '../access/hashes.ts';
import { lockHashKeys } from '../access/keys.sql.ts';
import type { KeyRing } from '../access/keys.ts';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { lockSealedUnderOthers } from '../webhooks/endpoints.sql.ts';
import { reseal } from '../webhooks/secrets.ts';
import { type Presence, readInstances } from './instances.sql.ts';

/** `lacking` are the running instances without the key. */
export type Sealed = { count: number; lacking: Presence[] };

/**
 * Seals everything under the first secret key, so that the other keys can be
 * removed. Does nothing if a running instance lacks that key, unless `isNow`. An
 * instance that starts meanwhile waits for the locked hash keys.
 */
export const sealUnderFirst = (
  { em: outer, keys }: { em: EntityManager; keys: KeyRing },
  isNow: boolean,
): Promise<Sealed> =>
  inTransaction({ em: outer }, async ({ em }) => {
    await lockHashKeys(em);
    const there = await readInstances(em);
    const lacking = there.filter(({ keyIds }) => !keyIds.includes(keys.current.id));
    if (lacking.length > 0 && !isNow) {
      return { count: 0, lacking };
    }
    const hashKeys = await em.find(HashKey, {});
    const endpoints = await em.find(WebhookEndpoint, {
      id: await lockSealedUnderOthers(em, keys.current.id),
    });
    const sealed = [
      ...hashKeys.filter((row) => sealAgain(row, keys)),
      ...endpoints.filter((endpoint) => reseal(keys, endpoint)),
    ];
    await em.flush();
    return { count: sealed.length, lacking };
  });
