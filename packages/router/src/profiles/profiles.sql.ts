import {
  columnsOf,
  type Executor,
  isPublicCard,
  lookedUpTogether,
  preparedSql,
  type RowOf,
  unplanned,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';

/** The columns of a profile in the API. */
export const profileColumns = [
  'username',
  'about',
  'socials',
  'latitude',
  'longitude',
  'hidden',
] as const;

export type ProfileRow = RowOf<'profiles', (typeof profileColumns)[number]>;

/** `ownerId` is read only if the view depends on it. */
export type ShownRow = ProfileRow & { ownerId?: string };

export const shownColumns = (withOwners: boolean): readonly (keyof ShownRow)[] =>
  withOwners ? [...profileColumns, 'ownerId'] : profileColumns;

const deciding = [...profileColumns, 'ownerId', 'usernameKey'] as const;

type FoundRow = RowOf<'profiles', (typeof deciding)[number]> & { isPublic: boolean };

const profilesOfNames = preparedSql(
  (value: Value<{ keys: readonly string[] }>) => sql<FoundRow>`
    select ${columnsOf('profiles', deciding)}, ${isPublicCard} as "isPublic" from profiles
    where username_key = any(${unplanned(value('keys'), sql`text[]`)})
  `,
);

const findTogether = lookedUpTogether(
  async (em, _: undefined, keys: readonly string[]) => {
    const rows = await profilesOfNames(em, { keys });
    return new Map(rows.map((row) => [row.usernameKey, row]));
  },
);

/** Finds a profile with the columns that decide who may see it. */
export const findProfile = async (em: Executor, key: string) =>
  findTogether(em, undefined, key);

/** `key` is a username in lower case. It may belong to somebody else. */
export type Owned = { ownerId: string; key: string };
