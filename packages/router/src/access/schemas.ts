import { z } from 'zod';
import { Instant } from '../schemas.ts';

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    walletAddress: z.string().nullable(),
    farcasterId: z.string().nullable(),
    coinbaseWallet: z.string().nullable(),
    worldId: z.string().nullable(),
  })
  .meta({ id: 'User' });
