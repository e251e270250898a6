import { Nothing } from '../../schemas.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { DeliveryList, ListDeliveriesInput, MailAddress } from './schemas.ts';
import { clearSuppression, readDeliveries } from './service.ts';

export const mailRouter = router({
  deliveries: adminProcedure
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),

  clearSuppression: adminProcedure
    .input(MailAddress)
    .output(Nothing)
    .mutation(({ ctx, input }) => clearSuppression(ctx.deps, ctx.actor, input)),
});
