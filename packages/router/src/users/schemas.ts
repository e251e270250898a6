import { roles } from '@namecard/db';
import { z } from 'zod';
import { line, username } from '../text.ts';

const instant = z.iso.datetime();

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    walletAddress: z.string().nullable(),
    farcasterId: z.string().nullable(),
    coinbaseWallet: z.string().nullable(),
    worldId: z.string().nullable(),
  })
  .meta({ id: 'User' });

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
      session: z.object({ expiresAt: instant }),
    }),
  })
  .meta({ id: 'Me' });
