import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import { addressView, type Reader } from '../../access/view.ts';
import type { Settings } from '../../context.ts';
import { profileView } from '../../profiles/view.ts';
import type { listOfOwner, ModeratedRow } from './profiles.sql.ts';
import type { ModeratedProfile, OwnedProfile } from './schemas.ts';

export type CardReader = Reader & { settings: Pick<Settings, 'socials'> };

export function moderatedView(
  reader: CardReader,
  row: ModeratedRow,
): z.infer<typeof ModeratedProfile> {
  return {
    ...profileView(row, reader.settings.socials),
    hidden: row.hidden && !row.held,
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
    isHeld: row.held,
  };
}

type OwnedRow = Awaited<ReturnType<typeof listOfOwner>>[number];

export const ownedView = ({
  createdAt,
  held: isHeld,
  ...row
}: OwnedRow): z.infer<typeof OwnedProfile> => ({
  ...row,
  isHeld,
  createdAt: isoInstant(createdAt),
});
