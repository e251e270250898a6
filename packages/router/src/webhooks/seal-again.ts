import { WebhookEndpoint } from '@namecard/db';
import type { KeyRing } from '../access/keys.ts';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { lockSealedUnderOthers } from './endpoints.sql.ts';
import { reseal } from './secrets.ts';

/**
 * Seals the secrets of webhooks under the first secret key, so that the other keys
 * can be removed. Instances that lack this key leave deliveries to the others.
 * Returns how many webhooks there were.
 */
export const sealUnderFirst = (deps: {
  em: EntityManager;
  keys: KeyRing;
}): Promise<number> =>
  inTransaction(deps, async ({ em, keys }) => {
    const endpoints = await em.find(WebhookEndpoint, {
      id: await lockSealedUnderOthers(em, keys.current.id),
    });
    const sealed = endpoints.filter((endpoint) => reseal(keys, endpoint));
    await em.flush();
    return sealed.length;
  });
