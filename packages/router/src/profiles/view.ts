import type { Socials } from '@namecard/db';
import type { z } from 'zod';
import type { NoticeRow } from '../audit/notices/queries.ts';
import { isoInstant } from '../text.ts';
import type { ProfileRow } from './queries.ts';
import type { Notice, Profile } from './schemas.ts';

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

/** Why a profile is hidden, for its owner. */
export const noticeView = ({ at, ...why }: NoticeRow): z.infer<typeof Notice> => ({
  ...why,
  at: isoInstant(at),
});
