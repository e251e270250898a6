import { roles } from '@namecard/db';
import { z } from 'zod';
import { User } from '../access/schemas.ts';
import { Instant } from '../schemas.ts';
import { line, username } from '../text.ts';

const identity = line({ max: 128 })
  .nullable()
  .optional()
  .meta({ description: 'Unverified. `null` or an empty string unlinks it.' });

export const UpdateMeInput = z.object({
  username: username
    .nullable()
    .optional()
    .meta({ description: 'Unique without case. `null` clears it.' }),
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
