import { roles } from '@namecard/db';
import { z } from 'zod';
import { User } from '../access/schemas.ts';
import { IdInput, Instant } from '../schemas.ts';
import { username, visibleLine } from '../text.ts';

const identity = visibleLine({ max: 128 }).nullable().optional().meta({
  description: 'Unverified; without invisible characters. `null` or an empty string unlinks it.',
});

export const UpdateMeInput = z.object({
  username: username.nullable().optional().meta({
    description:
      'Unique without case. `null` clears it. One that was held for a week and given up rests for 90 days, for all but you.',
  }),
  walletAddress: identity,
  farcasterId: identity,
  coinbaseWallet: identity,
  worldId: identity,
});

export const UpdatedUser = z.object({ data: z.object({ user: User }) }).meta({ id: 'UpdatedUser' });

export const Me = z
  .object({
    data: z.object({
      user: User,
      role: z.enum(roles),
      session: z.object({ expiresAt: Instant }),
    }),
  })
  .meta({ id: 'Me' });

export const UserId = z.object({ id: IdInput('Must be the id of a user.') });

/** A user as programs see them: nothing by which other services know them. */
export const KnownUser = z
  .object({
    data: z.object({
      user: User.pick({ id: true, username: true, createdAt: true, updatedAt: true }).extend({
        role: z.enum(roles),
        isSuspended: z.boolean(),
      }),
    }),
  })
  .meta({ id: 'KnownUser' });

export const PersonalData = z
  .object({
    data: z.object({
      at: Instant,
      records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
        description:
          'By table, the newest rows first: what each column holds that is yours to know.',
      }),
      shortened: z.array(z.string()).meta({
        description: 'The tables that have more than the newest 1,000 rows, which are here.',
      }),
    }),
  })
  .meta({ id: 'PersonalData' });
