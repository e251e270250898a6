import type { z } from 'zod';
import { profileView } from '../../profiles/view.ts';
import { isoInstant } from '../../text.ts';
import type { listOfOwner, ModeratedRow } from './queries.ts';
import type { ModeratedProfile, OwnedProfile } from './schemas.ts';

/** A profile as moderators see it, its owner with it. */
export function moderatedView(row: ModeratedRow): z.infer<typeof ModeratedProfile> {
  return {
    ...profileView(row),
    id: row.id,
    referral: row.referral,
    referrer: row.referrer,
    owner: {
      id: row.owner_id,
      email: row.email,
      username: row.owner_username,
      isSuspended: row.is_suspended,
    },
    duplicateIdentities: row.duplicateIdentities,
    createdAt: isoInstant(row.created_at),
    updatedAt: isoInstant(row.updated_at),
    revision: Number(row.revision),
  };
}

type OwnedRow = Awaited<ReturnType<typeof listOfOwner>>[number];

/** A profile beside its owner's others. */
export const ownedView = ({
  username,
  hidden,
  created_at: createdAt,
}: OwnedRow): z.infer<typeof OwnedProfile> => ({
  username,
  hidden,
  createdAt: isoInstant(createdAt),
});
