import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import { addressView, type Reader } from '../../access/view.ts';
import { profileView } from '../../profiles/view.ts';
import type { listOfOwner, ModeratedRow } from './profiles.sql.ts';
import type { ModeratedProfile, OwnedProfile } from './schemas.ts';

export function moderatedView(
  reader: Reader,
  row: ModeratedRow,
): z.infer<typeof ModeratedProfile> {
  return {
    ...profileView(row),
    id: row.id,
    referral: row.referral,
    referrer: row.referrer,
    owner: {
      id: row.ownerId,
      ...addressView(reader, row),
      username: row.ownerUsername,
      isSuspended: row.isSuspended,
    },
    duplicateIdentities: row.duplicateIdentities,
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
    revision: row.revision,
  };
}

type OwnedRow = Awaited<ReturnType<typeof listOfOwner>>[number];

export const ownedView = ({
  createdAt,
  ...row
}: OwnedRow): z.infer<typeof OwnedProfile> => ({
  ...row,
  createdAt: isoInstant(createdAt),
});
