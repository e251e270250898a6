import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/** Whose usernames they are; those of users and of profiles are separate. */
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
 * A username that is free and counts as taken for everybody but its last owner; for everybody where they erased themselves. Only
 * its keyed hash is kept. The function `claim_username` decides who may have it.
 */
export class RestingUsername extends RestingUsernameSchema.class {}

RestingUsernameSchema.setClass(RestingUsername);
