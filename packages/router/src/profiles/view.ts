import { isoInstant, socialNetworks, type Socials } from '@namecard/db';
import { ruleOf } from '@namecard/look';
import type { z } from 'zod';
import type { NoticeRow } from '../audit/notices.sql.ts';
import type { Settings } from '../context.ts';
import { appealedView } from '../items/view.ts';
import { canSeeAll, type Viewer } from './policy.ts';
import type { ProfileRow, ShownRow } from './profiles.sql.ts';
import type { Notice, Profile } from './schemas.ts';

function location({ latitude, longitude }: Pick<ProfileRow, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** In the contract's order. */
function links(socials: Socials): Socials {
  const set: Socials = {};
  for (const network of socialNetworks) {
    const link = socials[network];
    if (link) set[network] = link;
  }
  return set;
}

type ProfileView = z.infer<typeof Profile>;

/** With the exact location, for the owner and moderators. */
export function profileView(row: ProfileRow): ProfileView {
  const { username, about, hidden } = row;
  return {
    username,
    about,
    socials: links(row.socials),
    location: location(row),
    hidden,
  };
}

/** Removes the noise of binary fractions, and never exceeds the bound. */
function rounded(degrees: number, precision: number, bound: number): number {
  const nearest = Number((Math.round(degrees / precision) * precision).toFixed(6));
  return Math.max(-bound, Math.min(bound, nearest));
}

/** For viewers other than the owner. A precision of 0 changes nothing. */
export function withRoundedPlace(profile: ProfileView, precision: number): ProfileView {
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

/** Rounds locations for viewers who may not see the exact ones. */
export function viewFor(
  viewer: Viewer,
  { locationPrecision }: Pick<Settings, 'locationPrecision'>,
): (row: ShownRow) => ProfileView {
  if (locationPrecision === 0) {
    return profileView;
  }
  return (row) => {
    const view = profileView(row);
    return canSeeAll(viewer, row) ? view : withRoundedPlace(view, locationPrecision);
  };
}

export const noticeView = (
  notice: NoticeRow,
  { product }: Pick<Settings, 'product'>,
): z.infer<typeof Notice> => ({
  ...appealedView(notice),
  rule: ruleOf(product.operator.terms, notice.reason),
  at: isoInstant(notice.at),
});
