import { defineEntity, p } from '@mikro-orm/core';
import { Address } from './address.ts';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';

/** Its two codes are derived from `id` with the secret key `keyId`. */
export const ChallengeSchema = defineEntity({
  name: 'Challenge',
  tableName: 'challenges',
  indexes: [{ name: 'challenges_by_address', properties: ['email', 'createdAt'] }],
  properties: {
    // The codes are derived from it.
    id: personal(p.uuid().primary(), 'withheld', 'deleted'),
    email: () =>
      personal(
        p
          .manyToOne(Address)
          .mapToPk()
          .fieldName('email')
          .deleteRule('cascade')
          .index(false),
        'repeated',
        'deleted',
      ),
    createdAt: personal(instant(), 'exported', 'deleted'),
    mails: personal(p.integer(), 'exported', 'deleted'),
    keyId: impersonal(p.text()),
  },
});
