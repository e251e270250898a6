import { allRows, type Executor, type IdentityName } from '@namecard/db';
import { isConfigured, isSuspended } from '../../access/users.sql.ts';

/** A user with one card, or without a card. */
export type ListedUser = {
  email: string;
  username: string | null;
  role: string;
  state: 'active' | 'suspended';
  signedUp: string;
  lastSeen: string | null;
  card: string | null;
  cardState: 'shown' | 'hidden' | 'waiting' | null;
  about: string | null;
  socials: Record<string, string> | null;
} & Record<IdentityName, string | null>;

/** A row for each card of these users, and one for a user without a card. */
export const readListed = (
  em: Executor,
  ids: readonly string[],
  adminEmails: Iterable<string>,
): Promise<ListedUser[]> =>
  allRows(em)<ListedUser>`
    select users.email, users.username, case when ${isConfigured(adminEmails)} then 'admin' else role end as role, case when ${isSuspended} then 'suspended' else 'active' end as state,
      users.created_at::text as "signedUp",
      (select max(last_used_at)::text from sessions where user_id = users.id) as "lastSeen",
      wallet_address as "walletAddress", farcaster_id as "farcasterId", coinbase_wallet as "coinbaseWallet", world_id as "worldId",
      profiles.username as card, case when held then 'waiting' when hidden then 'hidden' when not hidden then 'shown' end as "cardState", about, socials
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
    join users on users.id = given.id left join profiles on owner_id = users.id
    order by place, profiles.position
  `;
