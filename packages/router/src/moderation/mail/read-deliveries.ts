import type { z } from 'zod';
import type { Deps } from '../../context.ts';
import { pageOf, sortKeyOf } from '../../cursor.ts';
import { addressKey } from '../../addresses.ts';
import { deliveryOrder, listDeliveries } from './deliveries.sql.ts';
import { ListDeliveriesInput } from './schemas.ts';
import { deliveryView } from './view.ts';

/** Newest first. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function readDeliveries(
  { em }: Deps,
  { address, cursor, ...input }: z.infer<typeof ListDeliveriesInput>,
) {
  const { limit } = input;
  const after = sortKeyOf(deliveryOrder, cursor);
  const rows = await listDeliveries(em, {
    ...input,
    address: (address && addressKey(address)) || undefined,
    limit: limit + 1,
    ...(after && { after }),
  });
  const { page, nextCursor } = pageOf(deliveryOrder, rows, limit);
  return { data: { deliveries: page.map(deliveryView), nextCursor } };
}
