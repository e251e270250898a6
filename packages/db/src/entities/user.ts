import { defineEntity, p } from '@mikro-orm/core';

/** What a person may do: a `moderator` hides and restores profiles, an `admin` also manages people. */
export const roles = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** The identities a user can link, and their columns. */
const identities = [
  ['walletAddress', 'wallet_address'],
  ['farcasterId', 'farcaster_id'],
  ['coinbaseWallet', 'coinbase_wallet'],
  ['worldId', 'world_id'],
] as const;

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  indexes: [
    {
      name: 'users_by_text',
      expression:
        'create index users_by_text on users using gin (user_text(email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id) gin_trgm_ops)',
    },
    { name: 'users_by_creation', properties: ['createdAt', 'id'] },
    {
      name: 'users_with_role',
      expression:
        "create index users_with_role on users (role, created_at, id) where role <> 'user'",
    },
    {
      name: 'users_suspended',
      expression:
        'create index users_suspended on users (created_at, id) where suspended_at is not null',
    },
    ...identities.map(([, column]) => ({
      name: `users_by_${column}`,
      expression: `create index users_by_${column} on users (${column}) where ${column} is not null`,
    })),
  ],
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    emailKey: p.text().unique('users_email_key_unique'),
    username: p.text().strictNullable(),
    usernameKey: p.text().strictNullable().unique('users_username_key_unique'),
    walletAddress: p.text().strictNullable(),
    farcasterId: p.text().strictNullable(),
    coinbaseWallet: p.text().strictNullable(),
    worldId: p.text().strictNullable(),
    role: p.enum(roles).default('user'),
    profileCount: p.integer().default(0),
    suspendedAt: p.string().columnType('timestamptz').strictNullable(),
    suspendedUntil: p.string().columnType('timestamptz').strictNullable(),
    createdAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    updatedAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
  },
});

/**
 * A person who has proven an email address; `emailKey` and `usernameKey` are the unique lower-case forms, `profileCount`
 * is kept by the statements that make and delete profiles.
 */
export class User extends UserSchema.class {}

UserSchema.setClass(User);
