import { changeKinds, deliveryStates, webhookStates } from '@namecard/db';
import { z } from 'zod';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  NextCursor,
} from '../schemas.ts';
import { visibleLine } from '../text.ts';

/** No user info (RFC 3986, 3.2), which would be shown. No fragment. */
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
    description: 'Where it is sent to. In production it begins with `https://`.',
    examples: ['https://hooks.example.com/namecard'],
  }),
  kinds: Kinds.meta({
    description: 'What it is told of.',
    examples: [['profile.created', 'profile.updated']],
  }),
};

export const CreateWebhookInput = z.object(target);

export const UpdateWebhookInput = WebhookId.extend(target);

export const SwitchWebhookInput = WebhookId.extend({
  isOn: z.boolean('Must be true or false.').meta({
    description: '`true` switches it on, `false` pauses it.',
  }),
});

const changeNumber = z
  .int('Must be a whole number.')
  .min(1, 'Must be 1 or more.')
  .meta({
    description: 'The number of the change, as the feed counts them.',
    examples: [1042],
  });

export const ResendInput = WebhookId.extend({
  number: changeNumber.optional().meta({
    description: 'Of the one change to send again. Left out, all that failed are.',
    examples: [1042],
  }),
});

export const ListWebhookDeliveriesInput = WebhookId.extend({
  state: z.enum(['failed'], 'Must be failed.').optional().meta({
    description: '`failed`: what was tried in vain, whether or not it is tried again.',
  }),
  cursor: CursorInput,
  limit: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 100.')
    .max(100, 'Must be 1 to 100.')
    .default(50)
    .meta({ description: 'Deliveries in one answer.' }),
});

export const Webhook = z
  .object({
    id: z.uuid().meta({ description: 'The id of the webhook.' }),
    url: z.string().meta({
      description: 'Where it is sent to.',
      examples: ['https://hooks.example.com/namecard'],
    }),
    kinds: z
      .array(z.enum(changeKinds))
      .meta({ description: 'What it is told of.', examples: [['profile.created']] }),
    state: z.enum(webhookStates).meta({
      description:
        '`paused` by an admin; `failed` where it accepted nothing for a day, or said that it is gone: it is sent nothing until it is switched on again.',
      examples: ['on'],
    }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    acceptedAt: Instant.nullable().meta({
      description:
        'When it last accepted something, to the minute; `null` where it has not.',
    }),
    failingSince: Instant.nullable().meta({
      description:
        'Since when it has accepted nothing of what it was sent; `null` where accepting was the last thing it did.',
      examples: [null],
    }),
    previousSecretUntil: Instant.nullable().meta({
      description:
        'Until when the secret before this one signs as well; `null` where none does.',
      examples: [null],
    }),
    isSecretLost: z.boolean().meta({
      description:
        'Whether its secret can’t be opened with `SECRET_KEY`: it is sent nothing until that is replaced.',
      examples: [false],
    }),
    failed: count('How many deliveries were tried in vain; 1,000 at most.'),
  })
  .meta({ id: 'Webhook', description: 'An address that is told of changes.' });

export const WebhookList = answerOf({
  webhooks: z.array(Webhook).meta({ description: 'All webhooks, the oldest first.' }),
});

export const WebhookAnswered = answerOf({ webhook: Webhook });

export const WebhookWithSecret = answerOf({
  webhook: Webhook,
  secret: z.string().meta({
    description:
      '`whsec_` and the key in base64, as Standard Webhooks has it. It is shown this once: it is kept sealed.',
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
    description: 'The status that came back, or why none did.',
    examples: ['204'],
  }),
});

export const WebhookResent = answerOf({
  resent: count('How many are sent again; 10,000 at most.'),
});

export const WebhookDelivery = z
  .object({
    number: changeNumber,
    change: z
      .object({
        kind: z
          .enum(changeKinds)
          .meta({ description: 'What happened.', examples: ['profile.created'] }),
        id: z.uuid().meta({ description: 'Of the user or the profile.' }),
        revision: z
          .int()
          .min(1)
          .meta({
            description: 'That the user or the profile has since then.',
            examples: [1],
          }),
        at: Instant.meta({ description: 'When it was changed.' }),
      })
      .nullable()
      .meta({
        description: 'What it tells of; `null` where the change is kept no longer.',
      }),
    state: z.enum(deliveryStates).meta({
      description:
        '`set_aside` after a day of failures, to be sent again when an admin says so.',
      examples: ['waiting'],
    }),
    attempts: count('How often it was tried, since it was last to be sent again.'),
    outcome: Outcome.nullable().meta({
      description:
        'What came of the last try: a status, or why there was no answer; `null` before the first.',
      examples: ['503'],
    }),
    nextAttemptAt: Instant.nullable().meta({
      description: 'When it is tried next; `null` where it is not waiting.',
    }),
    settledAt: Instant.nullable().meta({
      description: 'When it was accepted or set aside; `null` where it waits.',
      examples: [null],
    }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'That a webhook is to be told of a change.',
  });

export const WebhookDeliveryList = answerOf({
  deliveries: z.array(WebhookDelivery).meta({ description: 'The newest change first.' }),
  nextCursor: NextCursor,
});
