import { Nothing } from '../schemas.ts';
import { adminProcedure, recentAdminProcedure, router } from '../trpc.ts';
import {
  CreateWebhookInput,
  ListWebhookDeliveriesInput,
  ResendInput,
  SwitchWebhookInput,
  UpdateWebhookInput,
  WebhookAnswered,
  WebhookDeliveryList,
  WebhookId,
  WebhookList,
  WebhookResent,
  WebhookTested,
  WebhookWithSecret,
} from './schemas.ts';
import {
  createWebhook,
  listWebhooks,
  readWebhookDeliveries,
  removeWebhook,
  replaceSecret,
  resend,
  switchWebhook,
  testWebhook,
  updateWebhook,
} from './service.ts';

/** Addresses of other programs that are told of changes. For admins; no service key makes or changes one. */
export const webhooksRouter = router({
  list: adminProcedure.output(WebhookList).query(({ ctx }) => listWebhooks(ctx.deps)),

  deliveries: adminProcedure
    .input(ListWebhookDeliveriesInput)
    .output(WebhookDeliveryList)
    .query(({ ctx, input }) => readWebhookDeliveries(ctx.deps, input)),

  create: recentAdminProcedure
    .input(CreateWebhookInput)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: recentAdminProcedure
    .input(UpdateWebhookInput)
    .output(WebhookAnswered)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  replaceSecret: recentAdminProcedure
    .input(WebhookId)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => replaceSecret(ctx.deps, ctx.actor, input)),

  switch: adminProcedure
    .input(SwitchWebhookInput)
    .output(WebhookAnswered)
    .mutation(({ ctx, input }) => switchWebhook(ctx.deps, ctx.actor, input)),

  remove: adminProcedure
    .input(WebhookId)
    .output(Nothing)
    .mutation(({ ctx, input }) => removeWebhook(ctx.deps, ctx.actor, input)),

  test: adminProcedure
    .input(WebhookId)
    .output(WebhookTested)
    .mutation(({ ctx, input }) => testWebhook(ctx.deps, ctx.actor, input)),

  resend: adminProcedure
    .input(ResendInput)
    .output(WebhookResent)
    .mutation(({ ctx, input }) => resend(ctx.deps, ctx.actor, input)),
});
