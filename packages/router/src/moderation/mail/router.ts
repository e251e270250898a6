import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { Nothing } from '../../schemas.ts';
import { adminProcedure, expensive, router } from '../../trpc.ts';
import { providerErrors } from './errors.ts';
import { inspectAddress } from './inspect-address.ts';
import { mailTestToActor } from './mail-test.ts';
import { readDeliveries } from './read-deliveries.ts';
import {
  ClearInput,
  DeliveryList,
  InspectedAddress,
  ListDeliveriesInput,
  MailAddress,
} from './schemas.ts';
import { clearSuppression } from './suppress-and-clear.ts';

export const mailRouter = router({
  deliveries: adminProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'mail.deliveries',
        summary: 'List mails and their deliveries',
        for: 'admins',
      }),
    })
    .input(compiledInput(ListDeliveriesInput))
    .output(compiled(DeliveryList))
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),

  inspect: adminProcedure()
    .meta(
      moderationQuery({
        name: 'mail.inspect',
        summary: 'Read whether mail to an address is delivered',
        for: 'admins',
      }),
    )
    .input(compiledInput(MailAddress))
    .output(compiled(InspectedAddress))
    .query(({ ctx, input }) => inspectAddress(ctx.deps, input)),

  clearSuppression: adminProcedure(providerErrors)
    .meta(
      moderationMutation({
        name: 'mail.clearSuppression',
        summary:
          'Let mail to an address be delivered again, take back that its owner refused it, or end a ban',
        for: 'admins',
      }),
    )
    .input(compiledInput(ClearInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => clearSuppression(ctx.deps, ctx.actor, input)),

  test: adminProcedure(providerErrors)
    .meta(
      moderationMutation({
        name: 'mail.test',
        summary: 'Send yourself a test mail, up to five in an hour',
        for: 'admins',
      }),
    )
    .output(compiled(Nothing))
    .mutation(({ ctx }) => mailTestToActor(ctx.deps, ctx.actor)),
});
