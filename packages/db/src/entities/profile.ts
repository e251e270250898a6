import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { instantOfCreation, position } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/**
 * The kinds of link a profile can carry, in the order of an answer; no other key is accepted. What lists them elsewhere is compared
 * with this by the compiler, and `profile_text` by a test.
 */
export const socialNetworks = ['x', 'telegram', 'website', 'discord'] as const;

export type SocialNetwork = (typeof socialNetworks)[number];

export type Socials = Partial<Record<SocialNetwork, string>>;

/** Degrees. */
export type Location = { latitude: number; longitude: number };

export const ProfileSchema = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  indexes: [
    {
      name: 'profiles_active_by_position',
      expression:
        'create index profiles_active_by_position on profiles (position) where not hidden',
    },
    {
      name: 'profiles_hidden',
      expression:
        'create index profiles_hidden on profiles (created_at, position) where hidden',
    },
    {
      name: 'profiles_located',
      expression:
        'create index profiles_located on profiles (created_at, position) where latitude is not null',
    },
    { name: 'profiles_by_owner', properties: ['ownerId', 'position'] },
    { name: 'profiles_by_referrer', properties: ['referrerId'] },
    { name: 'profiles_by_creation', properties: ['createdAt'] },
    { name: 'profiles_by_change', properties: ['updatedAt', 'position'] },
    {
      name: 'profiles_by_text',
      expression:
        'create index profiles_by_text on profiles using gin (profile_text(username, about, socials, referral, owner_email) gin_trgm_ops)',
    },
  ],
  checks: [
    {
      name: 'profiles_location_is_whole',
      expression: '(latitude is null) = (longitude is null)',
    },
  ],
  properties: {
    id: personal(p.uuid().primary(), 'exported', 'deleted'),
    position: impersonal(
      position('profile_positions').unique('profiles_position_unique'),
    ),
    ownerId: () => personal(userKey('owner_id', 'cascade'), 'repeated', 'deleted'),
    ownerEmail: personal(p.text().default(''), 'repeated', 'deleted'),
    username: personal(p.text(), 'exported', 'deleted'),
    usernameKey: personal(
      p.text().unique('profiles_username_key_unique'),
      'repeated',
      'deleted',
    ),
    referral: personal(p.text(), 'exported', 'deleted'),
    referrerId: () =>
      personal(
        p
          .manyToOne(Profile)
          .mapToPk()
          .fieldName('referrer_id')
          .strictNullable()
          .deleteRule('set null')
          .index(false),
        'repeated',
        'deleted',
      ),
    about: personal(p.text().strictNullable(), 'exported', 'deleted'),
    socials: personal(p.json<Socials>().defaultRaw(`'{}'`), 'exported', 'deleted'),
    latitude: personal(
      p.float().columnType('double precision').strictNullable(),
      'exported',
      'deleted',
    ),
    longitude: personal(
      p.float().columnType('double precision').strictNullable(),
      'exported',
      'deleted',
    ),
    hidden: personal(p.boolean().default(false), 'exported', 'deleted'),
    revision: impersonal(p.integer().default(1)),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    updatedAt: personal(instantOfCreation(), 'exported', 'deleted'),
  },
});

/**
 * A public page of one user, found by `usernameKey`, its username in lower case. `position` is its place in the order of
 * creation; `updatedAt` is when its owner changed it last, whatever moderators did.
 */
export class Profile extends ProfileSchema.class {
  /** The owner's address in lower case, which one index searches with the rest. Kept by the trigger `profiles_know_owner`. */
  declare readonly ownerEmail: Opt<string>;
  /** Raised by one, by the trigger `profiles_revision`, with every change; an entity holds the one it was loaded with. */
  declare readonly revision: Opt<number>;

  hide(): void {
    this.hidden = true;
  }

  restore(): void {
    this.hidden = false;
  }

  /** Says where it is, or no longer. */
  moveTo(location: Location | null, at: string): void {
    this.latitude = location?.latitude ?? null;
    this.longitude = location?.longitude ?? null;
    this.updatedAt = at;
  }
}

ProfileSchema.setClass(Profile);
