import type { Database } from '@namecard/db';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { isoInstant } from '../text.ts';
import type { User } from './schemas.ts';

/** The columns that a user's documented shape is made of. */
export const userColumns = [
  'id',
  'email',
  'username',
  'created_at',
  'updated_at',
  'wallet_address',
  'farcaster_id',
  'coinbase_wallet',
  'world_id',
] as const;

export type UserRow = Pick<Selectable<Database['users']>, (typeof userColumns)[number]>;

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
