import type { Database, Socials } from '@namecard/db';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Profile } from './schemas.ts';

/** The columns that a profile's documented shape is made of. */
export const profileColumns = [
  'username',
  'about',
  'socials',
  'latitude',
  'longitude',
  'hidden',
] as const;

export type ProfileRow = Pick<Selectable<Database['profiles']>, (typeof profileColumns)[number]>;

/** Where the profile is, if it says. */
function location({ latitude, longitude }: Pick<ProfileRow, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The links that are set, in the contract's order. */
function links({ x, telegram, website, discord }: Socials): Socials {
  return {
    ...(x && { x }),
    ...(telegram && { telegram }),
    ...(website && { website }),
    ...(discord && { discord }),
  };
}

/** A profile as the contract documents it. */
export function profileView(row: ProfileRow): z.infer<typeof Profile> {
  const { username, about, hidden } = row;
  return { username, about, socials: links(row.socials), location: location(row), hidden };
}
