import {
  columnsOf,
  type Executor,
  prepared,
  preparedSql,
  rowsOfJson,
  type Socials,
  statements,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { type Owned, profileColumns, type ProfileRow } from './profiles.sql.ts';

const ownedRow = prepared((database, value: Value<Owned>) =>
  database
    .selectFrom('profiles')
    .select(profileColumns)
    .where('usernameKey', '=', value('key'))
    .where('ownerId', '=', value('ownerId')),
);

/** The owner's profile of that name, as it is. */
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
};

const given = (merges: RawBuilder<string>) =>
  rowsOfJson(
    merges,
    sql`key text, "ownerId" uuid, set jsonb, remove text[], "changesAbout" boolean, about text`,
  );

const merging = sql`
  update profiles set socials = (profiles.socials || given.set) - given.remove,
    about = case when given."changesAbout" then given.about else profiles.about end, updated_at = current_instant()
`;

type Merged = ProfileRow & { usernameKey: string; ownerId: string };

const merged = columnsOf('profiles', [...profileColumns, 'usernameKey', 'ownerId']);

const mergeRows = preparedSql(
  (value: Value<{ merges: string }>) => sql<Merged>`
    with given as (${given(value('merges'))})
    ${merging} from given where username_key = given.key and owner_id = given."ownerId" returning ${merged}
  `,
);

const mergeFreeRows = preparedSql(
  (value: Value<{ merges: string }>) => sql<Merged>`
    with given as (${given(value('merges'))}),
    free as materialized (
      select profiles.id, given.key from profiles join given
        on username_key = given.key and owner_id = given."ownerId"
      for no key update of profiles skip locked
    )
    ${merging} from given join free using (key) where profiles.id = free.id returning ${merged}
  `,
);

const merge = writtenTogether({
  keyOf: ({ key, ownerId }: Merge) => `${key} ${ownerId}`,
  all: async (em, merges) => {
    const rows = await mergeFreeRows(em, { merges: JSON.stringify(merges) });
    return new Map(rows.map((row) => [`${row.usernameKey} ${row.ownerId}`, row]));
  },
  one: async (em, change) =>
    (await mergeRows(em, { merges: JSON.stringify([change]) }))[0],
});

/**
 * Merges links and about text in the database, so that two edits of different links both last. Returns nothing where the
 * owner has no profile of that name.
 */
export async function mergeSocials(
  em: Executor,
  ownerId: string,
  key: string,
  { set, remove, about }: SocialsChange,
): Promise<ProfileRow | undefined> {
  return merge(em, {
    key,
    ownerId,
    set,
    remove,
    changesAbout: about !== undefined,
    about: about ?? null,
  });
}

/** Locks the owner's profile of that name, and returns its id. */
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
