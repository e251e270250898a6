import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  indexes: [{ name: 'sessions_by_user', properties: ['user', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(false),
    tokenHash: p.blob().unique('sessions_token_hash_unique'),
    browser: p.text(),
    system: p.text(),
    createdAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    lastUsedAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    lapsed: p.boolean().default(false),
    endedAt: p.string().columnType('timestamptz').strictNullable(),
  },
});

/**
 * One sign-in of one device. Only the SHA-256 of its bearer token is kept. It has `lapsed` once it was idle for so long that it
 * no longer serves to moderate.
 */
export class Session extends SessionSchema.class {}

SessionSchema.setClass(Session);
