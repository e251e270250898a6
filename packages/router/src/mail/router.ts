import { adminProcedure, router } from '../trpc.ts';
import { DeliveryList, ListDeliveriesInput } from './schemas.ts';
import { readDeliveries } from './service.ts';

export const mailRouter = router({
  deliveries: adminProcedure
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),
});
