import { defineEntity, p } from '@mikro-orm/core';

/** What a person may do: a `moderator` hides and restores profiles, an `admin` also manages people. */
export const roles = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof roles)[number];

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
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
