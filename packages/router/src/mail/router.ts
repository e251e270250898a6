import { Nothing } from '../answers.ts';
import { originOf } from '../events/record.ts';
import { adminProcedure, router } from '../trpc.ts';
import { DeliveryList, ListDeliveriesInput, MailAddress } from './schemas.ts';
import { readDeliveries } from './service.ts';
import { clearSuppression } from './suppressions.ts';

export const mailRouter = router({
  deliveries: adminProcedure
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),

  clearSuppression: adminProcedure
    .input(MailAddress)
    .output(Nothing)
    .mutation(({ ctx, input }) => clearSuppression(ctx.deps, ctx.actor, originOf(ctx.call), input)),
});
