import { keyMakerKinds, keyScopes } from '@namecard/db';
import { z } from 'zod';
import { SignInAddress } from '../../access/schemas.ts';
import { answerOf, IdInput, Instant } from '../../schemas.ts';
import { visibleLine } from '../../text.ts';

const Scope = z.enum(keyScopes, `Must be one of ${keyScopes.join(', ')}.`);

const keyStates = ['serving', 'refused', 'expired', 'ended'] as const;

export const ServiceKey = z
  .object({
    id: z.uuid().meta({ description: 'What to end it by.' }),
    name: z
      .string()
      .meta({ description: 'What the history calls it.', examples: ['forum'] }),
    scopes: z.array(Scope).meta({ description: 'What it may be used for.' }),
    state: z.enum(keyStates).meta({
      description:
        '`ended` by somebody, or as its maker lost the role or was suspended; `expired` by itself; `refused` while its maker is no longer in `ADMIN_EMAILS`.',
    }),
    makerKind: z
      .enum(keyMakerKinds)
      .meta({ description: 'Who made it: an admin or an operator.' }),
    maker: z
      .object({
        id: z.uuid().meta({ description: 'Their id.' }),
        email: SignInAddress,
      })
      .nullable()
      .meta({
        description: 'The admin who made it; `null` where an operator did.',
      }),
    createdAt: Instant.meta({ description: 'When it was made.' }),
    lastUsedAt: Instant.nullable().meta({
      description:
        'When it was used last, to within five minutes; `null` where it has not been used.',
    }),
    endsAt: Instant.meta({
      description: 'When it ends by itself.',
      examples: ['2026-05-01T12:00:00.000Z'],
    }),
    endedAt: Instant.nullable().meta({
      description: 'When it was ended; `null` where it was not.',
      examples: [null],
    }),
  })
  .meta({ id: 'ServiceKey', description: 'What a program is let in by.' });

export const KeyList = answerOf({
  keys: z.array(ServiceKey).meta({
    description:
      'Those that have not ended first, each by creation, the newest first; 500 at most.',
  }),
});

export const CreateKeyInput = z.object({
  name: visibleLine({ min: 1, max: 100 }).meta({
    description: 'What the history calls it.',
    examples: ['forum'],
  }),
  scopes: z
    .array(Scope)
    .min(1, 'Must be one scope or more.')
    .max(keyScopes.length, 'Must name each scope once.')
    .refine(
      (scopes) => new Set(scopes).size === scopes.length,
      'Must name each scope once.',
    )
    .meta({ description: 'What it may be used for.' }),
  days: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 365.')
    .max(365, 'Must be 1 to 365.')
    .default(90)
    .meta({ description: 'So many times 24 hours from now it ends.' }),
});

export const CreatedKey = answerOf({
  key: ServiceKey,
  token: z.string().meta({
    description:
      'For `Authorization: Bearer`. It is shown this once: only its hash is kept.',
    examples: ['nk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  }),
});

export const KeyId = z.object({
  id: IdInput('Must be the id of a service key.').meta({
    description: 'The id of the key.',
  }),
});

export const EndedKey = answerOf({ key: ServiceKey });
