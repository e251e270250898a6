import type { z } from 'zod';
import { isoInstant } from '../text.ts';
import type { UserRow } from './queries.ts';
import type { User } from './schemas.ts';

/** A user as the contract documents it. */
export function userView(row: UserRow): z.infer<typeof User> {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    createdAt: isoInstant(row.created_at),
    updatedAt: isoInstant(row.updated_at),
    walletAddress: row.wallet_address,
    farcasterId: row.farcaster_id,
    coinbaseWallet: row.coinbase_wallet,
    worldId: row.world_id,
  };
}
