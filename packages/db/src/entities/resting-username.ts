import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const usernameKinds = ['users', 'profiles'] as const;

/** Only its last owner may take it. After that owner's erasure nobody may. */
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
