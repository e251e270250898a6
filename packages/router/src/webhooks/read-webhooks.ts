import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { pageOf, sortKeyOf } from '../cursor.ts';
import { readEndpoints } from './endpoints.sql.ts';
import { deliveryOrder, listDeliveries } from './read-webhooks.sql.ts';
import type { ListWebhookDeliveriesInput } from './schemas.ts';
import { deliveryView, webhookView } from './view.ts';

export async function listWebhooks({ em, keys }: Deps) {
  const rows = await readEndpoints(em);
  return { data: { webhooks: rows.map((row) => webhookView(row, keys)) } };
}

/** The newest change first. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function readWebhookDeliveries(
  { em }: Deps,
  { id, state, cursor, limit }: z.infer<typeof ListWebhookDeliveriesInput>,
) {
  const after = sortKeyOf(deliveryOrder, cursor);
  const page = { id, failed: state === 'failed', after, limit: limit + 1 };
  const { page: rows, nextCursor } = pageOf(
    deliveryOrder,
    await listDeliveries(em, page),
    limit,
  );
  return { data: { deliveries: rows.map(deliveryView), nextCursor } };
}
