import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { User } from './schemas.ts';
import type { UserRow } from './users.sql.ts';

export function userView(row: UserRow): z.infer<typeof User> {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
    walletAddress: row.walletAddress,
    farcasterId: row.farcasterId,
    coinbaseWallet: row.coinbaseWallet,
    worldId: row.worldId,
  };
}
