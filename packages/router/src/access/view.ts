import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import { masked } from '../addresses.ts';
import type { Settings } from '../context.ts';
import type { Moderator } from './caller.ts';
import { readsAddress, roleOf } from './policy.ts';
import type { User } from './schemas.ts';
import type { UserRow, Users } from './users.sql.ts';

export type Reader = { actor: Moderator; settings: Pick<Settings, 'adminEmails'> };

/** A person's address as the reader may see it. */
export const addressView = (
  { actor, settings }: Reader,
  { email, ...person }: Pick<Users, 'email' | 'emailKey' | 'role'>,
) => shownAddress(actor, email, roleOf(person, settings) !== 'user');

export const shownAddress = (actor: Moderator, email: string, isStaff: boolean) => ({
  email: readsAddress(actor, isStaff) ? email : null,
  maskedEmail: masked(email),
});

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
