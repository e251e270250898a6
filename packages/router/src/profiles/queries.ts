import {
  columnsOf,
  type Database,
  every,
  type Executor,
  keyset,
  lookedUpTogether,
  type SortKey,
  prepared,
  preparedSql,
  readCursor,
  rowsOfJson,
  type Socials,
  statements,
  unplanned,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { hasBeenHeld, restsUntil, restUsernames } from '../queries.ts';

/** The columns that a profile's documented shape is made of. */
export const profileColumns = [
  'username',
  'about',
  'socials',
  'latitude',
  'longitude',
  'hidden',
] as const;

export type ProfileRow = Pick<
  Selectable<Database['profiles']>,
  (typeof profileColumns)[number]
>;

/** A profile and, where what is shown of it depends on that, whose it is. */
export type ShownRow = ProfileRow & { ownerId?: string };

/** The columns of a profile and, where asked for, its owner's. */
export const shownColumns = (withOwners: boolean): readonly (keyof ShownRow)[] =>
  withOwners ? [...profileColumns, 'ownerId'] : profileColumns;

const ownedPage = prepared(
  (database, value: Value<{ ownerId: string; limit: number; skipped: number }>) =>
    database
      .selectFrom('profiles')
      .select(profileColumns)
      .where('ownerId', '=', value('ownerId'))
      .orderBy('position', 'desc')
      .limit(value('limit'))
      .offset(value('skipped')),
);

/** One page of a user's own profiles, newest first. */
export const listOwned = (
  em: Executor,
  ownerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ProfileRow[]> =>
  ownedPage(em, { ownerId, limit, skipped: (page - 1) * limit });

const profilesOfNames = prepared((database, value: Value<{ keys: readonly string[] }>) =>
  database
    .selectFrom('profiles')
    .select(profileColumns)
    .select(['ownerId', 'usernameKey'])
    .where(sql<boolean>`username_key = any(${unplanned(value('keys'), sql`text[]`)})`),
);

const findTogether = lookedUpTogether(
  async (em, _: undefined, keys: readonly string[]) => {
    const rows = await profilesOfNames(em, { keys });
    return new Map(rows.map((row) => [row.usernameKey, row]));
  },
);

/** A profile with what deciding about it takes. */
export const findProfile = async (em: Executor, key: string) =>
  findTogether(em, undefined, key);

/** An owner and, in lower case, the username of a profile that may be theirs. */
type Owned = { ownerId: string; key: string };

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

const deleteRow = preparedSql(
  (value: Value<Owned & { hash: string }>) => sql`
    with owner as materialized (select id from users where id = ${value('ownerId')} for no key update),
    deleted as (
      delete from profiles using owner where username_key = ${value('key')} and owner_id = owner.id
      returning owner_id, ${hasBeenHeld(sql`created_at`)} as rests
    ),
    resting as (${restUsernames(
      sql`select 'profiles', ${value('hash')}::text, owner_id from deleted where rests`,
    )})
    update users set profile_count = profile_count - 1,
      profiles_rest_until = case when rests then ${restsUntil} else profiles_rest_until end
    from deleted where users.id = deleted.owner_id returning users.id
  `,
);

/** Deletes the owner's profile, their row locked first as in making one; false where there is none of that name and owner. */
export async function deleteProfile(
  em: Executor,
  owned: Owned & { hash: string },
): Promise<boolean> {
  const rows = await deleteRow(em, owned);
  return rows.length > 0;
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

/** A profile's position and, in walks that began where there are replicas, that of the log at the beginning. */
const walkShape = /^p (-?\d{1,17})(?: (\d{1,17}))?$/;

/** The order of a walk. */
export const walkOrder = {
  ...keyset({ name: 'p', table: 'profiles', by: { position: 'integer' } }),
  readCursor: (cursor: string) => readCursor(walkShape, cursor),
};

type WalkedRow = ShownRow &
  Pick<Selectable<Database['profiles']>, 'id'> & { sortKey: SortKey };

const walkPage = (withOwners: boolean) =>
  preparedSql(
    (value: Value<{ position: string; limit: number }>) => sql<WalkedRow>`
      select ${columnsOf('profiles', ['id', ...shownColumns(withOwners)])}, ${walkOrder.sortKey} from profiles
      where not hidden and ${every(walkOrder.isAfter([value('position')]))}
      order by ${walkOrder.order} limit ${value('limit')}
    `,
  );

const walkPages = { plain: walkPage(false), withOwners: walkPage(true) };

type WalkRequest = { after: SortKey | undefined; limit: number; withOwners: boolean };

/** The profiles that are not hidden and come after a key of the walk’s order, oldest first. Positions are counted from 1. */
export const readAfter = (em: Executor, { after, limit, withOwners }: WalkRequest) =>
  walkPages[withOwners ? 'withOwners' : 'plain'](em, {
    position: after?.[0] ?? '0',
    limit,
  });

/** Whether there is such a user. */
export async function hasUser(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
