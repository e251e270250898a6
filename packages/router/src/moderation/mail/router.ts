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
  deliveries: adminProcedure(
    moderationQuery('mail.deliveries', 'List mails and their deliveries'),
  )
    .meta(expensive)
    .input(compiledInput(ListDeliveriesInput))
    .output(compiled(DeliveryList))
    .query(({ ctx, input }) => readDeliveries(ctx.deps, input)),

  inspect: adminProcedure(
    moderationQuery('mail.inspect', 'Read whether mail to an address is delivered'),
  )
    .input(compiledInput(MailAddress))
    .output(compiled(InspectedAddress))
    .query(({ ctx, input }) => inspectAddress(ctx.deps, input)),

  clearSuppression: adminProcedure(
    moderationMutation(
      'mail.clearSuppression',
      'Let mail to an address be delivered again, take back that its owner refused it, or end a ban',
    ),
    providerErrors,
  )
    .input(compiledInput(ClearInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => clearSuppression(ctx.deps, ctx.actor, input)),

  test: adminProcedure(
    moderationMutation('mail.test', 'Send yourself a test mail, up to five in an hour'),
    providerErrors,
  )
    .output(compiled(Nothing))
    .mutation(({ ctx }) => mailTestToActor(ctx.deps, ctx.actor)),
});
