import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { readPage } from '../cursor.ts';
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
  { id, state, ...page }: z.infer<typeof ListWebhookDeliveriesInput>,
) {
  const { page: rows, nextCursor } = await readPage(deliveryOrder, page, (asked) =>
    listDeliveries(em, { id, failed: state === 'failed', ...asked }),
  );
  return { data: { deliveries: rows.map(deliveryView), nextCursor } };
}
