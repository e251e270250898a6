import type { FastifyInstance } from 'fastify';
import { prepared } from './database.ts';
import { meSchema, updateMeSchema } from './schemas.ts';
import { refused, signedIn } from './session.ts';

export type UserRow = {
  id: string;
  email: string;
  username: string | null;
  created_at: Date;
  updated_at: Date;
  wallet_address: string | null;
  farcaster_id: string | null;
  coinbase_wallet: string | null;
  world_id: string | null;
  language: string | null;
};

export const userColumns =
  'users.id, users.email, users.username, users.created_at, users.updated_at, users.wallet_address, users.farcaster_id, users.coinbase_wallet, users.world_id, users.language';

export function userView(row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    walletAddress: row.wallet_address,
    farcasterId: row.farcaster_id,
    coinbaseWallet: row.coinbase_wallet,
    worldId: row.world_id,
  };
}

/** Each column has a switch, so one statement fits every set of fields. */
const updateUser = prepared<UserRow>(
  'update-user',
  `update users set
     username = case when $2 then $3 else username end,
     username_key = case when $2 then lower($3) else username_key end,
     wallet_address = case when $4 then $5 else wallet_address end,
     farcaster_id = case when $6 then $7 else farcaster_id end,
     coinbase_wallet = case when $8 then $9 else coinbase_wallet end,
     world_id = case when $10 then $11 else world_id end,
     updated_at = case when $2 or $4 or $6 or $8 or $10 then current_instant() else updated_at end
   where id = $1 returning ${userColumns}`,
);

type Changes = {
  username?: string | null;
  walletAddress?: string | null;
  farcasterId?: string | null;
  coinbaseWallet?: string | null;
  worldId?: string | null;
};

async function writeUser(id: string, changes: Changes): Promise<UserRow> {
  const { username, walletAddress, farcasterId, coinbaseWallet, worldId } = changes;
  const identities = [walletAddress, farcasterId, coinbaseWallet, worldId];
  const pairs = [
    [username !== undefined, username ?? null],
    ...identities.map((value) => [
      value !== undefined,
      value === '' ? null : (value ?? null),
    ]),
  ];
  const [row] = await updateUser([id, ...pairs.flat()]);
  if (!row) {
    throw refused(401, 'This account is gone.');
  }
  return row;
}

export function mountUsers(app: FastifyInstance): void {
  app.get('/api/v1/users/me', { schema: meSchema }, async (request) => {
    const { role, expires_at: expiresAt, ...row } = await signedIn(request);
    const { language } = row;
    return { data: { user: userView(row), role, language, session: { expiresAt } } };
  });

  app.patch<{ Body: Changes }>(
    '/api/v1/users/me',
    { schema: updateMeSchema },
    async (request) => {
      const { id } = await signedIn(request);
      return { data: { user: userView(await writeUser(id, request.body)) } };
    },
  );
}
