import { type Executor, firstRow, hasRow, onlyRow, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '../context.ts';
import type { Ban } from '../telemetry.ts';
import { canBeTakenBack } from './challenges.sql.ts';
import type { Hashes } from './hashes.ts';
import { isSuspended } from './users.sql.ts';

/*
 * Erasing a suspended account lifts no ban: its addresses stay as keyed hashes until the
 * suspension would have ended, two years at most. They stand in `never_again`, where no
 * hash of another purpose equals them.
 */

/** @param address in lower case */
export const banHash = (hashes: Hashes, address: string): string =>
  hashes.of('bans', address);

/** Null for an address in `ADMIN_EMAILS`: a ban must not lock the operator out. */
export const heldBanHash = (
  { hashes, settings }: Pick<Deps, 'hashes' | 'settings'>,
  address: string,
): string | null => (settings.adminEmails.has(address) ? null : banHash(hashes, address));

/** The end of the ban with this hash; null if there is none. */
export const bannedUntil = (hash: RawBuilder<unknown>) => sql<string | null>`(
  select until from never_again where never_again.hash = ${hash} and until > current_instant()
)`;

/**
 * What stays of an account that is about to be erased: of its address, and of those that
 * `held_until` holds for it. Null if it is not suspended. The account is locked.
 */
export async function readBan(
  em: Executor,
  hashes: Hashes,
  userId: string,
): Promise<Ban | null> {
  const row = await firstRow(em)<{ addresses: string[]; until: string }>`
    select array(
      select email_key
      union select from_key from moves where user_id = users.id and ${canBeTakenBack}
      union select to_key from moves where user_id = users.id and closed_at is null and due_at is not null and done_at is null
        and (not needs_yes or due_at > current_instant())
    ) as addresses,
    least(suspended_until, current_instant() + interval '2 years')::text as until
    from users where id = ${userId} and ${isSuspended}
  `;
  if (!row) return null;
  const { addresses, until } = row;
  return { hashes: addresses.map((address) => banHash(hashes, address)), until };
}

export const keepBan = (em: Executor, { hashes, until }: Ban) =>
  sql`
    insert into never_again (hash, until) select hash, ${until}::timestamptz from unnest(${hashes}::text[]) as given (hash)
    on conflict (hash) do update set until = greatest(never_again.until, excluded.until)
  `.execute(statements(em));

export async function isBanned(em: Executor, hash: string | null): Promise<boolean> {
  const { until } = await onlyRow(em)<{ until: string | null }>`
    select ${bannedUntil(sql`${hash}`)} as until
  `;
  return until !== null;
}

/** False if there was none. */
export const liftBan = (em: Executor, hash: string): Promise<boolean> =>
  hasRow(em)`
    delete from never_again where hash = ${hash} and until > current_instant() returning 1
  `;
