import { identityNames } from '@namecard/db';
import { z } from 'zod';
import { ProfileCount } from '../../profiles/schemas.ts';
import { Delivery } from '../mail/schemas.ts';
import { ModeratedProfile } from '../profiles/schemas.ts';

const count = z.int().min(0);

export const Overview = z.object({
  data: z.object({
    counts: z.object({
      profiles: ProfileCount,
      /** For admins alone, else `null`. */
      users: count.nullable(),
      suspended: count.nullable(),
    }),
    /** The newest 8. */
    newest: z.array(ModeratedProfile),
    /** The 8 that their owners changed last, in the last 7 days and after they were made. */
    changed: z.array(ModeratedProfile),
    /** 8 of the identities that several users link, those of most users first. */
    duplicateIdentities: z.array(
      z.object({ identity: z.enum(identityNames), value: z.string(), users: count }),
    ),
    /** The 8 newest mails of the last 7 days that did not arrive; for admins alone, else `null`. */
    failedMail: z.array(Delivery).nullable(),
    /** The last 30 days in UTC, the oldest first, the present one last. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        profiles: count,
        users: count,
        hidden: count,
        restored: count,
      }),
    ),
  }),
});
