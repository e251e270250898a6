import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** The kinds of link a profile can carry; no other key is accepted. */
export const socialNetworks = ['x', 'telegram', 'website', 'discord'] as const;

export type Socials = Partial<Record<(typeof socialNetworks)[number], string>>;

export const ProfileSchema = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  indexes: [
    {
      name: 'profiles_active_by_position',
      expression:
        'create index profiles_active_by_position on profiles (position) where not hidden',
    },
    { name: 'profiles_by_owner', properties: ['owner', 'position'] },
    { name: 'profiles_by_referrer', properties: ['referrer'] },
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
    id: p.uuid().primary(),
    position: p
      .bigint('number')
      .defaultRaw("nextval('profile_positions')")
      // The comparator takes any `nextval` for a serial column's own sequence.
      .ignoreSchemaChanges('default')
      .unique('profiles_position_unique'),
    owner: () => p.manyToOne(User).deleteRule('cascade').index(false),
    ownerEmail: p.text(),
    username: p.text(),
    usernameKey: p.text().unique('profiles_username_key_unique'),
    referral: p.text(),
    referrer: () => p.manyToOne(Profile).strictNullable().deleteRule('set null').index(false),
    about: p.text().strictNullable(),
    socials: p.json<Socials>().defaultRaw(`'{}'`),
    latitude: p.float().columnType('double precision').strictNullable(),
    longitude: p.float().columnType('double precision').strictNullable(),
    hidden: p.boolean().default(false),
    createdAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    updatedAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
  },
});

/**
 * A public page of one user, found by `usernameKey`, its username in lower case. `position` is its place in the order of
 * creation.
 */
export class Profile extends ProfileSchema.class {}

ProfileSchema.setClass(Profile);
