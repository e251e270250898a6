import {
  batchedWrite,
  columnsOf,
  type Executor,
  lockIfFree,
  prepared,
  type Socials,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { openChanged } from '../items/open-items.sql.ts';
import { type Owned, profileColumns, type ProfileRow } from './profiles.sql.ts';

const ownedRow = prepared((database, value: Value<Owned>) =>
  database
    .selectFrom('profiles')
    .select(profileColumns)
    .where('usernameKey', '=', value('key'))
    .where('ownerId', '=', value('ownerId')),
);

export async function findOwned(
  em: Executor,
  ownerId: string,
  key: string,
): Promise<ProfileRow | undefined> {
  const [row] = await ownedRow(em, { ownerId, key });
  return row;
}

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
};

type Merged = ProfileRow & { usernameKey: string; ownerId: string };

const merge = batchedWrite<Merge, Merged>({
  columns: `
    key text, "ownerId" uuid, set jsonb, remove text[], "changesAbout" boolean, about text, item uuid
  `,
  lockIfFree: lockIfFree('profiles', 'username_key', 'key'),
  parts: [
    sql`merged as (
      update profiles set socials = (profiles.socials || chosen.set) - chosen.remove,
        about = case when chosen."changesAbout" then chosen.about else profiles.about end, updated_at = current_instant()
      from chosen where username_key = chosen.key and owner_id = chosen."ownerId"
      returning ${columnsOf('profiles', [...profileColumns, 'usernameKey', 'ownerId'])}, id, revision, item
    )`,
    openChanged(sql`
      select item, id, "ownerId", revision from merged where item is not null and not hidden
    `),
  ],
  statement: sql`select * from merged`,
  keyOf: ({ key, ownerId }) => `${key} ${ownerId}`,
  keyOfRow: ({ usernameKey, ownerId }) => `${usernameKey} ${ownerId}`,
  lineOf: ({ key }) => key,
});

/** Merges in the database, so concurrent edits of different links are kept. */
export async function mergeSocials(
  em: Executor,
  ownerId: string,
  key: string,
  { set, remove, about }: SocialsChange,
  item: string | null,
): Promise<ProfileRow | undefined> {
  return merge.together(em, {
    key,
    ownerId,
    set,
    remove,
    changesAbout: about !== undefined,
    about: about ?? null,
    item,
  });
}

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
