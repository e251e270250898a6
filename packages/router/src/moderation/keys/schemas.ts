import { keyMakerKinds, keyScopes } from '@namecard/db';
import { z } from 'zod';
import { IdInput, Instant } from '../../schemas.ts';
import { visibleLine } from '../../text.ts';

const Scope = z.enum(keyScopes, `Must be one of ${keyScopes.join(', ')}.`);

/** `ended` by somebody, `expired` by itself; `refused` while its maker is no admin. */
export const keyStates = ['serving', 'refused', 'expired', 'ended'] as const;

export const ServiceKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(Scope),
    state: z.enum(keyStates),
    makerKind: z.enum(keyMakerKinds),
    /** `null` once their account is erased, and where an operator made it. */
    maker: z.object({ id: z.uuid(), email: z.string() }).nullable(),
    createdAt: Instant,
    /** To within five minutes. */
    lastUsedAt: Instant.nullable(),
    endsAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'ServiceKey' });

export const KeyList = z.object({
  data: z.object({
    /** Those that have not ended first, each by creation, the newest first; 500 at most. */
    keys: z.array(ServiceKey),
  }),
});

export const CreateKeyInput = z.object({
  name: visibleLine({ min: 1, max: 100 }).meta({ description: 'What the history calls it.' }),
  scopes: z
    .array(Scope)
    .min(1, 'Must be one scope or more.')
    .max(keyScopes.length, 'Must name each scope once.')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Must name each scope once.'),
  days: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 365.')
    .max(365, 'Must be 1 to 365.')
    .default(90)
    .meta({ description: 'So many times 24 hours from now it ends.' }),
});

export const CreatedKey = z.object({
  data: z.object({
    key: ServiceKey,
    token: z.string().meta({
      description: 'For `Authorization: Bearer`. It is shown this once: only its hash is kept.',
    }),
  }),
});

export const KeyId = z.object({ id: IdInput('Must be the id of a service key.') });

export const EndedKey = z.object({ data: z.object({ key: ServiceKey }) });
