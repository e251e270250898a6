import {
  batchedWrite,
  columnsOf,
  type Executor,
  lockIfFree,
  preparedRow,
  type Socials,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { countingWrites, mostChosen } from '../access/limits.sql.ts';
import { openChanged } from '../items/open-items.sql.ts';
import { type Owned, profileColumns, type ProfileRow } from './profiles.sql.ts';

export const findOwned = preparedRow(
  (value: Value<Owned>) => sql<ProfileRow>`
    select ${columnsOf('profiles', profileColumns)} from profiles
    where username_key = ${value('key')} and owner_id = ${value('ownerId')}
  `,
);

export type SocialsChange = {
  set: Socials;
  remove: string[];
  about: string | null | undefined;
};

type Merge = {
  key: string;
  ownerId: string;
  set: Socials;
  remove: string[];
  changesAbout: boolean;
  about: string | null;
  /** The id of the moderation item for this change; null if none is opened. */
  item: string | null;
  counter: string;
  mostWrites: number;
};

type Merged = ProfileRow & { ownerId: string };

const merge = batchedWrite<Merge, Merged>({
  columns: `
    key text, "ownerId" uuid, set jsonb, remove text[], "changesAbout" boolean, about text, item uuid,
    counter text, "mostWrites" int
  `,
  lockIfFree: lockIfFree('profiles', 'username_key', 'key'),
  parts: [
    sql`target as materialized (
      select profiles.id as profile_id, revision as seen, chosen.* from profiles join chosen on username_key = chosen.key and owner_id = chosen."ownerId"
      for no key update of profiles
    )`,
    sql`counted as (${countingWrites(sql`select counter as key from target`, mostChosen)})`,
    sql`merged as (
      update profiles set socials = (profiles.socials || target.set) - target.remove,
        about = case when target."changesAbout" then target.about else profiles.about end, updated_at = current_instant()
      from target join counted on counted.key = target.counter where profiles.id = target.profile_id
      returning ${columnsOf('profiles', [...profileColumns, 'ownerId'])}, id, item, revision <> seen as is_change
    )`,
    openChanged(sql`
      select item, id, "ownerId" from merged where item is not null and is_change and not hidden
    `),
  ],
  statement: sql`select * from merged`,
  // An account is counted once in a batch.
  keyOf: ({ ownerId }) => ownerId,
  keyOfRow: ({ ownerId }) => ownerId,
  lineOf: ({ key }) => key,
});

/**
 * Merges in the database, so concurrent edits of different links are kept. Returns
 * nothing if there is no such card, or the account has no write left.
 */
export const mergeSocials = async (
  em: Executor,
  { about, ...change }: SocialsChange,
  rest: Pick<Merge, 'key' | 'ownerId' | 'item' | 'counter' | 'mostWrites'>,
): Promise<ProfileRow | undefined> =>
  merge.together(em, {
    ...change,
    ...rest,
    changesAbout: about !== undefined,
    about: about ?? null,
  });

/** Locks the owner's profile and returns its id. */
export async function lockOwned(
  em: Executor,
  ownerId: string,
  key: string,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('usernameKey', '=', key)
    .where('ownerId', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}
