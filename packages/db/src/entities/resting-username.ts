import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/** Usernames of users and of profiles are separate. */
export const usernameKinds = ['users', 'profiles'] as const;

export const RestingUsernameSchema = defineEntity({
  name: 'RestingUsername',
  tableName: 'resting_usernames',
  indexes: [{ name: 'resting_usernames_by_owner', properties: ['ownerId'] }],
  properties: {
    kind: impersonal(p.enum(usernameKinds).primary()),
    hash: personal(p.text().primary(), 'withheld', 'swept'),
    ownerId: () =>
      personal(userKey('owner_id', 'set null').strictNullable(), 'repeated', 'cleared'),
    until: personal(instant(), 'exported', 'swept'),
  },
});

/**
 * A free username that only its last owner may take. After an erasure nobody may.
 * Only a keyed hash is stored. The function `claim_username` decides.
 */
export class RestingUsername extends RestingUsernameSchema.class {}

RestingUsernameSchema.setClass(RestingUsername);
