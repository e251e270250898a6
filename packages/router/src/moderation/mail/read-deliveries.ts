import type { z } from 'zod';
import type { Deps } from '../../context.ts';
import { readPage } from '../../cursor.ts';
import { addressKey } from '../../addresses.ts';
import { deliveryOrder, listDeliveries } from './deliveries.sql.ts';
import { ListDeliveriesInput } from './schemas.ts';
import { deliveryView } from './view.ts';

/** Newest first. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function readDeliveries(
  { em }: Deps,
  { state, address: typed, ...page }: z.infer<typeof ListDeliveriesInput>,
) {
  const address = (typed && addressKey(typed)) || undefined;
  const { page: rows, nextCursor } = await readPage(deliveryOrder, page, (asked) =>
    listDeliveries(em, { state, address, ...asked }),
  );
  return { data: { deliveries: rows.map(deliveryView), nextCursor } };
}
