import { type Executor, preparedRow, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { lockPeople } from '../access/locks.sql.ts';
import { isDecidedHidden } from '../items/hidden-cards.sql.ts';
import type { Owned } from './profiles.sql.ts';

/** `hidden`: somebody has decided so. */
type Card = { id: string; hidden: boolean };

const lockCard = preparedRow(
  (value: Value<Owned>) => sql<Card>`
    select id, ${isDecidedHidden} as hidden from profiles
    where username_key = ${value('key')} and owner_id = ${value('ownerId')} for no key update
  `,
);

/** Locks owner and card, so that no decision comes in between. */
export async function lockToAppeal(
  em: Executor,
  owned: Owned,
): Promise<Card | undefined> {
  await lockPeople(em, [owned.ownerId]);
  return lockCard(em, owned);
}
