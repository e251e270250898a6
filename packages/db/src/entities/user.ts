import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { type Language, languages } from '../languages.ts';
import { columnName } from '../property-names.ts';
import { index, instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';

/** A `moderator` hides and restores profiles. An `admin` also manages people. */
export const roles = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Unverified: two people can claim the same identity. */
export const identityNames = [
  'walletAddress',
  'farcasterId',
  'coinbaseWallet',
  'worldId',
] as const;

export type IdentityName = (typeof identityNames)[number];

export { languages, type Language };

/** For ever if `until` is null. */
export type Suspension = { since: string; until: string | null };

const identityColumns = identityNames.map(columnName);

const identityIndex = (column: string) =>
  index(`users_by_${column}`, `users (${column}) where ${column} is not null`);

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  indexes: [
    index('users_by_text', 'users using gin (whole_text gin_trgm_ops)'),
    { name: 'users_by_creation', properties: ['createdAt', 'id'] },
    index('users_with_role', "users (role, created_at, id) where role <> 'user'"),
    index('users_suspended', 'users (created_at, id) where suspended_at is not null'),
    ...identityColumns.map(identityIndex),
  ],
  properties: {
    id: personal(p.uuid().primary(), 'exported', 'deleted'),
    email: personal(p.text(), 'exported', 'deleted'),
    emailKey: personal(p.text().unique('users_email_key_unique'), 'repeated', 'deleted'),
    username: personal(p.text().strictNullable(), 'exported', 'deleted'),
    usernameKey: personal(
      p.text().strictNullable().unique('users_username_key_unique'),
      'repeated',
      'deleted',
    ),
    usernameSince: personal(instant().strictNullable(), 'exported', 'deleted'),
    walletAddress: personal(p.text().strictNullable(), 'exported', 'deleted'),
    farcasterId: personal(p.text().strictNullable(), 'exported', 'deleted'),
    coinbaseWallet: personal(p.text().strictNullable(), 'exported', 'deleted'),
    worldId: personal(p.text().strictNullable(), 'exported', 'deleted'),
    language: personal(p.enum(languages).strictNullable(), 'exported', 'deleted'),
    role: personal(p.enum(roles).default('user'), 'exported', 'deleted'),
    profileCount: personal(p.integer().default(0), 'repeated', 'deleted'),
    suspendedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    suspendedUntil: personal(instant().strictNullable(), 'exported', 'deleted'),
    wholeText: personal(p.text().default('').lazy(), 'repeated', 'deleted'),
    revision: impersonal(p.integer().default(1)),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    updatedAt: personal(instantOfCreation(), 'exported', 'deleted'),
  },
});

/**
 * A person who has proven an email address. `emailKey` and `usernameKey` are the
 * unique lower-case forms. `usernameSince` is when they last took or gave up a
 * username. `language` is null until they choose one or a sign-in tells it.
 */
export class User extends UserSchema.class {
  /** Kept by the statements that create and delete profiles. */
  declare readonly profileCount: Opt<number>;
  /** What moderators search, folded. The trigger `users_search_text` sets it. */
  declare readonly wholeText: Opt<string>;
  /** Raised by `users_revision`; an entity keeps the one it loaded. */
  declare readonly revision: Opt<number>;

  chooseLanguage(language: Language): void {
    this.language = language;
  }

  /** `emailKey` is the address in lower case. */
  moveTo({ email, emailKey }: { email: string; emailKey: string }): void {
    this.email = email;
    this.emailKey = emailKey;
  }

  changeRole(to: Role): void {
    this.role = to;
  }

  suspend({ since, until }: Suspension): void {
    this.suspendedAt = since;
    this.suspendedUntil = until;
  }

  unsuspend(): void {
    this.suspendedAt = null;
    this.suspendedUntil = null;
  }
}

UserSchema.setClass(User);

/** A foreign key to a user, without an index. */
export const userKey = (column: string, deleteRule: 'cascade' | 'set null') =>
  p.manyToOne(User).mapToPk().fieldName(column).deleteRule(deleteRule).index(false);
