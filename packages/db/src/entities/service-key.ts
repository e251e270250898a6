import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const keyScopes = [
  'profiles:read',
  'users:read',
  'users:write',
  'users:invite',
  'users:list',
  'moderation',
  'changes:read',
] as const;

export type KeyScope = (typeof keyScopes)[number];

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
 * A program's credentials. Only the SHA-256 of its token is stored. A key works
 * until `endsAt` or `endedAt`, and only while its maker is an admin. `makerId` is
 * null if an operator made it. It is deleted with its maker.
 */
export class ServiceKey extends ServiceKeySchema.class {
  /** An earlier end keeps its time. */
  end(at: string): void {
    this.endedAt ??= at;
  }
}

ServiceKeySchema.setClass(ServiceKey);
