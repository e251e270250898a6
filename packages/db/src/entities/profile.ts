import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { index, instantOfCreation, position } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/** Links by their kinds, which packages/look lists. */
export type Socials = Partial<Record<string, string>>;

/** Degrees. */
type Location = { latitude: number; longitude: number };

export const ProfileSchema = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  indexes: [
    index('profiles_active_by_position', 'profiles (position) where not hidden'),
    index('profiles_hidden', 'profiles (created_at, position) where hidden'),
    index(
      'profiles_located',
      'profiles (created_at, position) where latitude is not null',
    ),
    { name: 'profiles_by_owner', properties: ['ownerId', 'position'] },
    { name: 'profiles_by_referrer', properties: ['referrerId'] },
    { name: 'profiles_by_creation', properties: ['createdAt'] },
    { name: 'profiles_by_change', properties: ['updatedAt', 'position'] },
    index('profiles_by_text', 'profiles using gin (whole_text gin_trgm_ops)'),
    index(
      'profiles_by_shown_text',
      'profiles using gin (shown_text gin_trgm_ops) where not hidden',
    ),
  ],
  checks: [
    {
      name: 'profiles_location_is_whole',
      expression: '(latitude is null) = (longitude is null)',
    },
    { name: 'profiles_held_is_hidden', expression: 'hidden or not held' },
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
      p.text().collation('C').unique('profiles_username_key_unique'),
      'repeated',
      'deleted',
    ),
    referral: personal(p.text(), 'exported', 'deleted'),
    referrerId: () =>
      personal(
        profileKey('referrer_id', 'set null').strictNullable(),
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
    shownText: personal(p.text().default('').lazy(), 'repeated', 'deleted'),
    wholeText: personal(p.text().default('').lazy(), 'repeated', 'deleted'),
    hidden: personal(p.boolean().default(false), 'exported', 'deleted'),
    held: personal(p.boolean().default(false), 'exported', 'deleted'),
    isPublic: personal(p.boolean().strictNullable(), 'exported', 'deleted'),
    revision: impersonal(p.integer().default(1)),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    updatedAt: personal(instantOfCreation(), 'exported', 'deleted'),
  },
});

/**
 * A user's public page. `usernameKey` is the username in lower case. `position`
 * is the order of creation. `updatedAt` is the owner's last change, not a
 * moderator's. A card that is `held` is hidden too, but nobody has decided about it: it
 * waits for a first look. `isPublic`: anybody may read it, if the operator wants public
 * cards at all; null for cards from before there was a choice (see `public-cards.ts`).
 */
export class Profile extends ProfileSchema.class {
  /** For the search index. The trigger `profiles_know_owner` sets it. */
  declare readonly ownerEmail: Opt<string>;
  /** What members search, folded. The trigger `profiles_search_texts` sets it. */
  declare readonly shownText: Opt<string>;
  /** What moderators search, folded. */
  declare readonly wholeText: Opt<string>;
  /** Raised by `profiles_revision`; an entity keeps the one it loaded. */
  declare readonly revision: Opt<number>;

  moveTo(location: Location | null, at: string): void {
    this.latitude = location?.latitude ?? null;
    this.longitude = location?.longitude ?? null;
    this.updatedAt = at;
  }
}

ProfileSchema.setClass(Profile);

/** A foreign key to a profile, without an index. */
export const profileKey = (column: string, deleteRule: 'cascade' | 'set null') =>
  p.manyToOne(Profile).mapToPk().fieldName(column).deleteRule(deleteRule).index(false);
