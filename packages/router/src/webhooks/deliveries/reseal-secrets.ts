import { WebhookEndpoint } from '@namecard/db';
import { inTransaction } from '../../transaction.ts';
import { lockSealedUnderOthers } from '../endpoints.sql.ts';
import { reseal } from '../secrets.ts';
import type { WebhookDeps } from './send-delivery.ts';

/** Seals secrets again that are sealed under another key than the first, so that the other can be dropped. */
export const resealSecrets = ({ orm, keys }: Pick<WebhookDeps, 'orm' | 'keys'>) =>
  inTransaction({ em: orm.em }, async ({ em }) => {
    const ids = await lockSealedUnderOthers(em, keys.current.id);
    const endpoints = await em.find(WebhookEndpoint, { id: ids });
    endpoints.forEach((endpoint) => reseal(keys, endpoint));
    await em.flush();
  });
