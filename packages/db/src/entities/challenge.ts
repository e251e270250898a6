import { defineEntity, p } from '@mikro-orm/core';
import { Address } from './address.ts';
import { instant } from './columns.ts';

export const ChallengeSchema = defineEntity({
  name: 'Challenge',
  tableName: 'challenges',
  indexes: [{ name: 'challenges_by_address', properties: ['email', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    email: () =>
      p
        .manyToOne(Address)
        .mapToPk()
        .fieldName('email')
        .deleteRule('cascade')
        .index(false),
    createdAt: instant(),
    mails: p.integer(),
    keyId: p.text(),
  },
});

/** A pending proof of an email address. Its two codes are derived from its id under the secret key `keyId` names. */
export class Challenge extends ChallengeSchema.class {}

ChallengeSchema.setClass(Challenge);
