import { sql } from 'kysely';
import { type Executor, statements } from './database.ts';

/*
 * A card has from its making whether anybody may read it, or members alone.
 *
 * Problem: cards that are older than this choice have none. A setting that is changed
 * later must not open them.
 *
 * Plan: the first start writes down its setting, once for ever. Cards without a choice
 * take that one. Nothing rewrites their rows.
 */

/** Whether anybody may read the card of this row of `profiles`. */
export const isPublicCard = sql<boolean>`coalesce(
  profiles.is_public, (select older_cards_public from change_feeds), false
)`;

/** Later starts change nothing. Returns whether this one settled it for cards. */
export async function settleOlderCards(
  em: Executor,
  arePublic: boolean,
): Promise<boolean> {
  const db = statements(em);
  // A database that is read-only at the moment refuses even an update of no row.
  const { rows: open } = await sql`
    select from change_feeds where older_cards_public is null
  `.execute(db);
  if (open.length === 0) return false;
  const { rows } = await sql<{ areAny: boolean }>`
    update change_feeds set older_cards_public = ${arePublic} where older_cards_public is null
    returning exists (select from profiles where is_public is null) as "areAny"
  `.execute(db);
  return rows[0]?.areAny ?? false;
}
