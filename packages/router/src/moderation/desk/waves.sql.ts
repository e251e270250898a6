import { allRows, type Condition, every, type Executor } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Users } from '../../access/users.sql.ts';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import type { SharedInput, WaveInput } from './schemas.ts';

/** So many open items that share something stand together. */
const fewest = 5;

/** Most waves that are shown: a moderator ends one before the next. */
const mostShown = 3;

/** An owner's id, or the host of a website. */
type Shared = z.infer<typeof SharedInput>;

/**
 * Cards with an item of the last day that the viewer may decide about. Unless they are
 * wanted, without those of owners who were invited, or of whom a card was approved: they
 * are known. Each owner is looked at once, and not for each of a thousand cards.
 */
const openCards = (isVisible: Condition, withKnown = false) => sql`(
  with recent as materialized (
    select distinct on (profiles.id) profiles.id, profiles.owner_id, items.opened_at, website_host(profiles.socials) as host
    from items join profiles on profiles.id = items.profile_id
    where ${isVisible} and items.opened_at > current_instant() - interval '1 day'
      and items.kind <> 'appealed' and not ${isDecidedHidden}
    order by profiles.id, items.opened_at
  ),
  known as (
    select owner_id from (select distinct owner_id from recent) owners
    where exists (
      select from audit_events where user_id = owner_id and type = 'profile.approved' and undone_by is null
    ) or exists (
      select from invitations join users on users.email_key = invitations.email_key
      where users.id = owner_id and invitations.used_at is not null
    )
  )
  select * from recent where ${withKnown}::boolean or owner_id not in (select owner_id from known)
)`;

/** Whether a card belongs to a wave, as far as it is wanted. */
export const isInWave = (
  isVisible: Condition,
  { by, value, mailDomain, withKnown }: z.infer<typeof WaveInput>,
): Condition =>
  every([
    sql`profiles.id in (
      select id from ${openCards(isVisible, withKnown)} open
      where ${by === 'owner' ? sql`open.owner_id::text` : sql`open.host`} = ${value}
    )`,
    mailDomain && sql`split_part(profiles.owner_email, '@', 2) = ${mailDomain}`,
  ]);

/** With one of the owners. */
type WaveRow = Shared &
  Pick<Users, 'id' | 'email' | 'emailKey' | 'role'> & {
    cards: number;
    owners: number;
    firstAt: string;
    lastAt: string;
  };

/**
 * Open cards that share a website, then those of one owner that share none; the largest
 * first. A website makes no wave if a card was approved while it had it.
 */
export function findWaves(em: Executor, isVisible: Condition): Promise<WaveRow[]> {
  const figures = sql`count(*)::int as cards, count(distinct owner_id)::int as owners,
    min(opened_at) as "firstAt", max(opened_at) as "lastAt", min(owner_id::text)::uuid as owner_id`;
  return allRows(em)<WaveRow>`
    with open as materialized (select * from ${openCards(isVisible)} open),
    of_websites as materialized (
      select host, ${figures} from open where host is not null
      group by host having count(*) >= ${fewest} and count(distinct owner_id) > 1
        and not exists (
          select from items earlier where outcome = 'approved' and website_host(earlier.seen -> 'socials') = open.host
        )
    ),
    waves as (
      select 'website' as by, host as value, cards, owners, "firstAt", "lastAt", owner_id from of_websites
      union all
      select 'owner', owner_id::text, ${figures} from open
      where host is null or host not in (select host from of_websites)
      group by open.owner_id having count(*) >= ${fewest}
    )
    select waves.by, value, cards, owners, "firstAt", "lastAt", users.id, users.email, users.email_key as "emailKey", users.role
    from waves join users on users.id = waves.owner_id
    order by cards desc, "firstAt" limit ${mostShown}
  `;
}
