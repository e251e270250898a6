import { keyMakerKinds, keyScopes } from '@namecard/db';
import { z } from 'zod';
import { ActCodeInput, Person } from '../../access/schemas.ts';
import { answerOf, IdInput, Instant, instantOrNull, wholeInput } from '../../schemas.ts';
import { visibleLine } from '../../text.ts';

const Scope = z.enum(keyScopes, `Must be one of ${keyScopes.join(', ')}.`);

const keyStates = ['serving', 'refused', 'expired', 'ended'] as const;

export const ServiceKey = z
  .object({
    id: z.uuid().meta({ description: 'The id of the key.' }),
    name: z
      .string()
      .meta({ description: 'The name of the key in the history.', examples: ['forum'] }),
    scopes: z.array(Scope).meta({ description: 'What the key may be used for.' }),
    state: z.enum(keyStates).meta({
      description:
        '`serving`: the key works. `ended`: somebody ended it, or its maker lost the role or was suspended. `expired`: its time is over. `refused`: its maker is not an admin now, because the address left `ADMIN_EMAILS`.',
    }),
    makerKind: z
      .enum(keyMakerKinds)
      .meta({ description: 'The maker’s kind: an admin or an operator.' }),
    maker: Person.nullable().meta({
      description: 'The admin who made the key. `null` if an operator made it.',
    }),
    createdAt: Instant.meta({ description: 'When the key was made.' }),
    lastUsedAt: Instant.nullable().meta({
      description:
        'When the key was last used, to within five minutes. `null` if it was never used.',
    }),
    endsAt: Instant.meta({
      description: 'When the key expires.',
      examples: ['2026-05-01T12:00:00.000Z'],
    }),
    endedAt: instantOrNull('When the key was ended. `null` if it was not ended.'),
  })
  .meta({ id: 'ServiceKey', description: 'The credentials of a program.' });

export const KeyList = answerOf({
  keys: z.array(ServiceKey).meta({
    description: 'At most 500 keys. Keys that work come first; then newest first.',
  }),
});

export const CreateKeyInput = z.object({
  name: visibleLine({ min: 1, max: 100 }).meta({
    description: 'The name of the key in the history.',
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
    .meta({ description: 'What the key may be used for.' }),
  days: wholeInput(1, 365)
    .default(90)
    .meta({ description: 'The key expires after so many times 24 hours.' }),
  code: ActCodeInput,
});

export const CreatedKey = answerOf({
  key: ServiceKey,
  token: z.string().meta({
    description:
      'The key’s token for `Authorization: Bearer`. It is shown only once, because only its hash is stored.',
    examples: ['nk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  }),
});

export const KeyId = z.object({
  id: IdInput('Must be the id of a service key.').meta({
    description: 'The id of the key.',
  }),
});

export const EndedKey = answerOf({ key: ServiceKey });
