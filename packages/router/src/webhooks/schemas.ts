import { changeKinds, deliveryStates, webhookStates } from '@namecard/db';
import { z } from 'zod';
import { IdInput, Instant } from '../schemas.ts';
import { visibleLine } from '../text.ts';

/** An http or https address without user info (RFC 3986, section 3.2), which would be shown, or a fragment, which is not sent. */
const webAddress = /^https?:\/\/[^\s\\/?#@]+([/?][^\s\\#]*)?$/i;

const Url = visibleLine({ min: 1, max: 2048 }).refine(
  (value) => webAddress.test(value) && URL.canParse(value),
  'Must be an address that begins with https:// and holds no user name, password or fragment.',
);

const Kinds = z
  .array(z.enum(changeKinds))
  .min(1, 'Must hold at least one kind of change.')
  .transform((kinds) => changeKinds.filter((kind) => kinds.includes(kind)));

export const WebhookId = z.object({ id: IdInput() });

export const CreateWebhookInput = z.object({ url: Url, kinds: Kinds });

export const UpdateWebhookInput = z.object({ id: IdInput(), url: Url, kinds: Kinds });

export const SwitchWebhookInput = z.object({ id: IdInput(), isOn: z.boolean() });

/** The delivery of one change by its number; all that failed without. */
export const ResendInput = z.object({ id: IdInput(), number: z.int().min(1).optional() });

export const ListWebhookDeliveriesInput = z.object({
  id: IdInput(),
  /** `failed`: what was tried in vain, whether or not it is tried again. */
  state: z.enum(['failed']).optional(),
  cursor: z.string().optional(),
  limit: z.int().min(1).max(100).default(50),
});

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  kinds: z.array(z.enum(changeKinds)),
  /** `failed`: it accepted nothing for a day, and is sent nothing until it is switched on again. */
  state: z.enum(webhookStates),
  createdAt: Instant,
  /** When it last accepted something, to the minute. */
  acceptedAt: Instant.nullable(),
  /** Since when it has accepted nothing of what it was sent; `null` where that was the last thing it did. */
  failingSince: Instant.nullable(),
  /** Until when the secret before this one signs as well. */
  previousSecretUntil: Instant.nullable(),
  /** Whether its secret can't be opened with `SECRET_KEY`: it is sent nothing until that is replaced. */
  isSecretLost: z.boolean(),
  /** How many deliveries were tried in vain, 1,000 at most. */
  failed: z.int().min(0),
});

export const WebhookList = z.object({ data: z.object({ webhooks: z.array(Webhook) }) });

export const WebhookAnswered = z.object({ data: z.object({ webhook: Webhook }) });

/** `whsec_` and the key in base64, as Standard Webhooks has it. Nobody can read it again. */
const Secret = z.string();

export const WebhookWithSecret = z.object({ data: z.object({ webhook: Webhook, secret: Secret }) });

/** What came of a try: a status, or why there was no answer. */
export const Outcome = z
  .string()
  .regex(/^([1-9]\d\d|timed_out|connection_failed|address_forbidden)$/);

export const WebhookTested = z.object({
  data: z.object({ isAccepted: z.boolean(), outcome: Outcome }),
});

export const WebhookResent = z.object({ data: z.object({ resent: z.int().min(0) }) });

export const WebhookDelivery = z.object({
  /** Of the change, as the feed has it. */
  number: z.int().min(1),
  /** `null` where the change is kept no longer. */
  change: z
    .object({
      kind: z.enum(changeKinds),
      id: z.uuid(),
      revision: z.int().min(1),
      at: Instant,
    })
    .nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int().min(0),
  outcome: Outcome.nullable(),
  /** When it is tried next; `null` where it is not waiting. */
  nextAttemptAt: Instant.nullable(),
  settledAt: Instant.nullable(),
});

export const WebhookDeliveryList = z.object({
  data: z.object({
    deliveries: z.array(WebhookDelivery),
    nextCursor: z.string().nullable(),
  }),
});
