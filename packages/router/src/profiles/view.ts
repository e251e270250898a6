import { isoInstant } from '@namecard/db';
import { ruleOf } from '@namecard/look';
import { linksOf, type SocialNetwork } from '@namecard/look/socials';
import type { z } from 'zod';
import type { NoticeRow } from '../audit/notices.sql.ts';
import type { SeenByOthers, Settings } from '../context.ts';
import { appealedView } from '../items/view.ts';
import { canSeeAll, type Viewer } from './policy.ts';
import type { ProfileRow, ShownRow } from './profiles.sql.ts';
import type { Notice, Profile } from './schemas.ts';

function location({ latitude, longitude }: Pick<ProfileRow, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

type ProfileView = z.infer<typeof Profile>;

/**
 * With the exact location, for the owner and moderators.
 * @param kinds of links, as the service's document describes them
 */
export function profileView(
  row: ProfileRow,
  kinds: readonly SocialNetwork[],
): ProfileView {
  const { username, about, hidden } = row;
  return {
    username,
    about,
    socials: linksOf(row.socials, kinds),
    location: location(row),
    hidden,
  };
}

/** Removes the noise of binary fractions, and never exceeds the bound. */
function rounded(degrees: number, precision: number, bound: number): number {
  const nearest = Number((Math.round(degrees / precision) * precision).toFixed(6));
  return Math.max(-bound, Math.min(bound, nearest));
}

/** A precision of 0 changes nothing. */
function withRoundedPlace(profile: ProfileView, precision: number): ProfileView {
  const { location: place } = profile;
  if (place === null || precision === 0) return profile;
  return {
    ...profile,
    location: {
      latitude: rounded(place.latitude, precision, 90),
      longitude: rounded(place.longitude, precision, 180),
    },
  };
}

/** Without exact locations, for most viewers. */
export function viewFor(
  viewer: Viewer,
  { locationPrecision, socials }: SeenByOthers,
): (row: ShownRow) => ProfileView {
  return (row) =>
    withRoundedPlace(
      profileView(row, socials),
      canSeeAll(viewer, row) ? 0 : locationPrecision,
    );
}

/** A card as others see it. */
export const asOthersSeeIt = (
  profile: ProfileView,
  { locationPrecision, socials }: SeenByOthers,
): ProfileView => ({
  ...withRoundedPlace(profile, locationPrecision),
  socials: linksOf(profile.socials, socials),
});

export const noticeView = (
  notice: NoticeRow,
  { product }: Pick<Settings, 'product'>,
): z.infer<typeof Notice> => ({
  ...appealedView(notice),
  rule: ruleOf(product.operator.terms, notice.reason),
  at: isoInstant(notice.at),
});
