import { changeKinds, deliveryStates, webhookStates } from '@namecard/db';
import { z } from 'zod';
import { ActCodeInput } from '../access/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  instantOrNull,
  limitInput,
  NextCursor,
  wholeNumber,
} from '../schemas.ts';
import { visibleLine } from '../text.ts';

/** Has no user info (RFC 3986, 3.2), because the address is shown. No fragment. */
const webAddress = /^https?:\/\/[^\s\\/?#@]+([/?][^\s\\#]*)?$/i;

const Url = visibleLine({ min: 1, max: 2048 }).refine(
  (value) => webAddress.test(value) && URL.canParse(value),
  'Must be an address that begins with https:// and holds no user name, password or fragment.',
);

const Kinds = z
  .array(z.enum(changeKinds))
  .min(1, 'Must hold at least one kind of change.')
  .transform((kinds) => changeKinds.filter((kind) => kinds.includes(kind)));

export const WebhookId = z.object({
  id: IdInput('Must be the id of a webhook.').meta({
    description: 'The id of the webhook.',
  }),
});

const target = {
  url: Url.meta({
    description:
      'The address that gets the messages. In production it begins with `https://`.',
    examples: ['https://hooks.example.com/namecard'],
  }),
  kinds: Kinds.meta({
    description: 'The kinds of changes that the webhook gets.',
    examples: [['profile.created', 'profile.updated']],
  }),
};

const confirmed = { code: ActCodeInput };

export const CreateWebhookInput = z.object({ ...target, ...confirmed });

export const UpdateWebhookInput = WebhookId.extend({ ...target, ...confirmed });

export const ReplaceSecretInput = WebhookId.extend(confirmed);

export const SwitchWebhookInput = WebhookId.extend({
  isOn: z.boolean('Must be true or false.').meta({
    description: '`true` switches it on, `false` pauses it.',
  }),
});

const changeNumber = wholeNumber()
  .min(1, 'Must be 1 or more.')
  .meta({
    description: 'The number of the change in the feed.',
    examples: [1042],
  });

export const ResendInput = WebhookId.extend({
  number: changeNumber.optional().meta({
    description:
      'The number of the one change to send again. Without it, all failed deliveries are sent again.',
    examples: [1042],
  }),
});

export const ListWebhookDeliveriesInput = WebhookId.extend({
  state: z.enum(['failed'], 'Must be failed.').optional().meta({
    description:
      '`failed`: deliveries that failed at least once and were not accepted later.',
  }),
  cursor: CursorInput,
  limit: limitInput('deliveries', 50),
});

export const Webhook = z
  .object({
    id: z.uuid().meta({ description: 'The id of the webhook.' }),
    url: z.string().meta({
      description: 'The address that gets the messages.',
      examples: ['https://hooks.example.com/namecard'],
    }),
    kinds: z.array(z.enum(changeKinds)).meta({
      description: 'The kinds of changes that the webhook gets.',
      examples: [['profile.created']],
    }),
    state: z.enum(webhookStates).meta({
      description:
        '`on`: the webhook gets changes. `paused`: an admin paused it. `failed`: it accepted nothing for a day, or answered that it is gone. A paused or failed webhook gets nothing until an admin switches it on again.',
      examples: ['on'],
    }),
    createdAt: Instant.meta({ description: 'When the webhook was made.' }),
    acceptedAt: Instant.nullable().meta({
      description:
        'When the webhook last accepted something, to the minute. `null` if it never has.',
    }),
    failingSince: instantOrNull(
      'The first failure after the last success. `null` if the last message was accepted.',
    ),
    previousSecretUntil: instantOrNull(
      'Until when the replaced secret also signs. `null` if none does.',
    ),
    isSecretLost: z.boolean().meta({
      description:
        'Whether `SECRET_KEY` can’t open the secret. The webhook gets nothing until the secret is replaced.',
      examples: [false],
    }),
    failed: count(
      'How many deliveries have failed and were not accepted later, at most 1,000.',
    ),
  })
  .meta({ id: 'Webhook', description: 'An address that gets changes.' });

export const WebhookList = answerOf({
  webhooks: z.array(Webhook).meta({ description: 'All webhooks, oldest first.' }),
});

export const WebhookAnswered = answerOf({ webhook: Webhook });

export const WebhookWithSecret = answerOf({
  webhook: Webhook,
  secret: z.string().meta({
    description:
      'The secret, as in Standard Webhooks: `whsec_` and the key in base64. It is shown only once. The service stores it encrypted.',
    examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  }),
});

/** A status, or why there was no answer. */
export const Outcome = z
  .string()
  .regex(/^([1-9]\d\d|timed_out|connection_failed|address_forbidden)$/);

export const WebhookTested = answerOf({
  isAccepted: z.boolean().meta({ description: 'Whether the answer was a 2xx.' }),
  outcome: Outcome.meta({
    description: 'The HTTP status of the answer, or why there was none.',
    examples: ['204'],
  }),
});

export const WebhookResent = answerOf({
  resent: count('How many deliveries are sent again, at most 10,000.'),
});

export const WebhookDelivery = z
  .object({
    number: changeNumber,
    change: z
      .object({
        kind: z
          .enum(changeKinds)
          .meta({ description: 'What happened.', examples: ['profile.created'] }),
        id: z.uuid().meta({ description: 'The id of the user or the profile.' }),
        revision: z
          .int()
          .min(1)
          .meta({
            description: 'The revision of the user or the profile after the change.',
            examples: [1],
          }),
        at: Instant.meta({ description: 'When the change was made.' }),
      })
      .nullable()
      .meta({
        description: 'The change. `null` if it is not kept any more.',
      }),
    state: z.enum(deliveryStates).meta({
      description:
        '`waiting`: it will be sent. `delivered`: it was accepted. `set_aside`: it failed for a day, and is sent again only if an admin asks for it.',
      examples: ['waiting'],
    }),
    attempts: count('How many tries there were since the delivery was last requested.'),
    outcome: Outcome.nullable().meta({
      description:
        'The result of the last try: an HTTP status, or why there was no answer. `null` before the first try.',
      examples: ['503'],
    }),
    nextAttemptAt: Instant.nullable().meta({
      description: 'When the next try is due. `null` if the delivery does not wait.',
    }),
    settledAt: instantOrNull(
      'When the delivery was accepted or set aside. `null` if it waits.',
    ),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'One change for one webhook.',
  });

export const WebhookDeliveryList = answerOf({
  deliveries: z
    .array(WebhookDelivery)
    .meta({ description: 'The deliveries, newest change first.' }),
  nextCursor: NextCursor,
});
