import { Nothing } from '../../schemas.ts';
import { adminProcedure, expensive, router } from '../../trpc.ts';
import { clearSuppressionErrors } from './errors.ts';
import { DeliveryList, InspectedAddress, ListDeliveriesInput, MailAddress } from './schemas.ts';
import { clearSuppression, inspectAddress, readDeliveries } from './service.ts';

export const mailRouter = router({
  deliveries: adminProcedure()
    .meta(expensive)
    .input(ListDeliveriesInput)
    .output(DeliveryList)
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),

  inspect: adminProcedure()
    .input(MailAddress)
    .output(InspectedAddress)
    .query(({ ctx, input }) => inspectAddress(ctx.deps, input)),

  clearSuppression: adminProcedure(clearSuppressionErrors)
    .input(MailAddress)
    .output(Nothing)
    .mutation(({ ctx, input }) => clearSuppression(ctx.deps, ctx.actor, input)),
});
