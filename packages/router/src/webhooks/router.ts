import { compiled, compiledInput } from '../compiled.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import { Nothing } from '../schemas.ts';
import { adminProcedure, adminWithCodeProcedure, router } from '../trpc.ts';
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
  list: adminProcedure(moderationQuery('webhooks.list', 'List webhooks'))
    .output(compiled(WebhookList))
    .query(({ ctx }) => listWebhooks(ctx.deps)),

  deliveries: adminProcedure(
    moderationQuery('webhooks.deliveries', 'List the deliveries of a webhook'),
  )
    .input(compiledInput(ListWebhookDeliveriesInput))
    .output(compiled(WebhookDeliveryList))
    .query(({ ctx, input }) => readWebhookDeliveries(ctx.deps, input)),

  create: adminWithCodeProcedure(
    moderationMutation('webhooks.create', 'Make a webhook'),
    createWebhookErrors,
  )
    .input(compiledInput(CreateWebhookInput))
    .output(compiled(WebhookWithSecret))
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),

  update: adminWithCodeProcedure(
    moderationMutation(
      'webhooks.update',
      'Change the address or the kinds of changes of a webhook',
    ),
    webhookErrors,
  )
    .input(compiledInput(UpdateWebhookInput))
    .output(compiled(WebhookAnswered))
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),

  replaceSecret: adminWithCodeProcedure(
    moderationMutation('webhooks.replaceSecret', 'Replace the secret of a webhook'),
    webhookErrors,
  )
    .input(compiledInput(ReplaceSecretInput))
    .output(compiled(WebhookWithSecret))
    .mutation(({ ctx, input }) => replaceSecret(ctx.deps, ctx.actor, input)),

  switch: adminProcedure(
    moderationMutation('webhooks.switch', 'Pause a webhook, or switch it on again'),
    webhookErrors,
  )
    .input(compiledInput(SwitchWebhookInput))
    .output(compiled(WebhookAnswered))
    .mutation(({ ctx, input }) => switchWebhook(ctx.deps, ctx.actor, input)),

  remove: adminProcedure(
    moderationMutation('webhooks.remove', 'End a webhook'),
    webhookErrors,
  )
    .input(compiledInput(WebhookId))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeWebhook(ctx.deps, ctx.actor, input)),

  test: adminProcedure(
    moderationMutation('webhooks.test', 'Send an empty test message to a webhook'),
    webhookErrors,
  )
    .input(compiledInput(WebhookId))
    .output(compiled(WebhookTested))
    .mutation(({ ctx, input }) => testWebhook(ctx.deps, ctx.actor, input)),

  resend: adminProcedure(
    moderationMutation('webhooks.resend', 'Send failed deliveries of a webhook again'),
    webhookErrors,
  )
    .input(compiledInput(ResendInput))
    .output(compiled(WebhookResent))
    .mutation(({ ctx, input }) => resend(ctx.deps, ctx.actor, input)),
});
