import { actCodeErrors } from '../access/act-codes.ts';
import { compiled, compiledInput } from '../compiled.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import { Nothing } from '../schemas.ts';
import { adminProcedure, router } from '../trpc.ts';
import { createWebhook, removeWebhook } from './create-and-remove.ts';
import { createWebhookErrors, webhookErrors } from './errors.ts';
import { listWebhooks, readWebhookDeliveries } from './read-webhooks.ts';
import { resend } from './resend.ts';
import {
  CreateWebhookInput,
  ListWebhookDeliveriesInput,
  ReplaceSecretInput,
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
import { testWebhook } from './test-webhook.ts';
import { replaceSecret, switchWebhook, updateWebhook } from './update-webhook.ts';

/** For admins. Service keys can't create or change webhooks. */
export const webhooksRouter = router({
  list: adminProcedure()
    .meta(
      moderationQuery({ name: 'webhooks.list', summary: 'List webhooks', for: 'admins' }),
    )
    .output(compiled(WebhookList))
    .query(({ ctx }) => listWebhooks(ctx.deps)),

  deliveries: adminProcedure()
    .meta(
      moderationQuery({
        name: 'webhooks.deliveries',
        summary: 'List the deliveries of a webhook',
        for: 'admins',
      }),
    )
    .input(compiledInput(ListWebhookDeliveriesInput))
    .output(compiled(WebhookDeliveryList))
    .query(({ ctx, input }) => readWebhookDeliveries(ctx.deps, input)),

  create: adminProcedure([...createWebhookErrors, ...actCodeErrors])
    .meta(
      moderationMutation({
        name: 'webhooks.create',
        summary: 'Make a webhook',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(CreateWebhookInput))
    .output(compiled(WebhookWithSecret))
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: adminProcedure([...webhookErrors, ...actCodeErrors])
    .meta(
      moderationMutation({
        name: 'webhooks.update',
        summary: 'Change the address or the kinds of changes of a webhook',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(UpdateWebhookInput))
    .output(compiled(WebhookAnswered))
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  replaceSecret: adminProcedure([...webhookErrors, ...actCodeErrors])
    .meta(
      moderationMutation({
        name: 'webhooks.replaceSecret',
        summary: 'Replace the secret of a webhook',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(ReplaceSecretInput))
    .output(compiled(WebhookWithSecret))
    .mutation(({ ctx, input }) => replaceSecret(ctx.deps, ctx.actor, input)),

  switch: adminProcedure(webhookErrors)
    .meta(
      moderationMutation({
        name: 'webhooks.switch',
        summary: 'Pause a webhook, or switch it on again',
        for: 'admins',
      }),
    )
    .input(compiledInput(SwitchWebhookInput))
    .output(compiled(WebhookAnswered))
    .mutation(({ ctx, input }) => switchWebhook(ctx.deps, ctx.actor, input)),

  remove: adminProcedure(webhookErrors)
    .meta(
      moderationMutation({
        name: 'webhooks.remove',
        summary: 'End a webhook',
        for: 'admins',
      }),
    )
    .input(compiledInput(WebhookId))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeWebhook(ctx.deps, ctx.actor, input)),

  test: adminProcedure(webhookErrors)
    .meta(
      moderationMutation({
        name: 'webhooks.test',
        summary: 'Send an empty test message to a webhook',
        for: 'admins',
      }),
    )
    .input(compiledInput(WebhookId))
    .output(compiled(WebhookTested))
    .mutation(({ ctx, input }) => testWebhook(ctx.deps, ctx.actor, input)),

  resend: adminProcedure(webhookErrors)
    .meta(
      moderationMutation({
        name: 'webhooks.resend',
        summary: 'Send failed deliveries of a webhook again',
        for: 'admins',
      }),
    )
    .input(compiledInput(ResendInput))
    .output(compiled(WebhookResent))
    .mutation(({ ctx, input }) => resend(ctx.deps, ctx.actor, input)),
});
