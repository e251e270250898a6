import { Nothing } from '../schemas.ts';
import { adminProcedure, recentAdminProcedure, router } from '../trpc.ts';
import { createWebhookErrors, webhookErrors } from './errors.ts';
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
  list: adminProcedure()
    .output(WebhookList)
    .query(({ ctx }) => listWebhooks(ctx.deps)),

  deliveries: adminProcedure()
    .input(ListWebhookDeliveriesInput)
    .output(WebhookDeliveryList)
    .query(({ ctx, input }) => readWebhookDeliveries(ctx.deps, input)),

  create: recentAdminProcedure(createWebhookErrors)
    .input(CreateWebhookInput)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: recentAdminProcedure(webhookErrors)
    .input(UpdateWebhookInput)
    .output(WebhookAnswered)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  replaceSecret: recentAdminProcedure(webhookErrors)
    .input(WebhookId)
    .output(WebhookWithSecret)
    .mutation(({ ctx, input }) => replaceSecret(ctx.deps, ctx.actor, input)),

  switch: adminProcedure(webhookErrors)
    .input(SwitchWebhookInput)
    .output(WebhookAnswered)
    .mutation(({ ctx, input }) => switchWebhook(ctx.deps, ctx.actor, input)),

  remove: adminProcedure(webhookErrors)
    .input(WebhookId)
    .output(Nothing)
    .mutation(({ ctx, input }) => removeWebhook(ctx.deps, ctx.actor, input)),

  test: adminProcedure(webhookErrors)
    .input(WebhookId)
    .output(WebhookTested)
    .mutation(({ ctx, input }) => testWebhook(ctx.deps, ctx.actor, input)),

  resend: adminProcedure(webhookErrors)
    .input(ResendInput)
    .output(WebhookResent)
    .mutation(({ ctx, input }) => resend(ctx.deps, ctx.actor, input)),
});
