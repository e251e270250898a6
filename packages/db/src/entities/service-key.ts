import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/** What a key may do; it may nothing else. */
export const keyScopes = [
  'profiles:read',
  'users:read',
  'users:write',
  'moderation',
  'changes:read',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Who makes keys: an admin, or whoever runs the service. */
export const keyMakerKinds = ['user', 'operator'] as const;

export const ServiceKeySchema = defineEntity({
  name: 'ServiceKey',
  tableName: 'service_keys',
  indexes: [{ name: 'service_keys_by_maker', properties: ['makerId'] }],
  properties: {
    id: impersonal(p.uuid().primary()),
    tokenHash: personal(
      p.blob().unique('service_keys_token_hash_unique'),
      'withheld',
      'deleted',
    ),
    name: personal(p.text(), 'exported', 'deleted'),
    scopes: personal(p.enum(keyScopes).array(), 'exported', 'deleted'),
    makerKind: impersonal(p.enum(keyMakerKinds)),
    makerId: () =>
      personal(userKey('maker_id', 'cascade').strictNullable(), 'repeated', 'deleted'),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    lastUsedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    endsAt: personal(instant(), 'exported', 'deleted'),
    endedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
  },
});

/**
 * What a program calls the service with. Only the SHA-256 of its token is kept. It serves until `endsAt`, unless somebody ends it
 * before, and as long as its maker is an admin; `makerId` is null where that is an operator. It goes with its maker.
 */
export class ServiceKey extends ServiceKeySchema.class {
  /** Ends it at that time, unless it had ended before. */
  end(at: string): void {
    this.endedAt ??= at;
  }
}

ServiceKeySchema.setClass(ServiceKey);
