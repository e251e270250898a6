import {
  columnsOf,
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

/** Also what decides how the viewer sees it. */
export const shownColumns = [...profileColumns, 'ownerId'] as const;

export type ShownRow = RowOf<'profiles', (typeof shownColumns)[number]>;

const deciding = [...shownColumns, 'usernameKey'] as const;

type FoundRow = RowOf<'profiles', (typeof deciding)[number]> & { isPublic: boolean };

const profilesOfNames = preparedSql(
  (value: Value<{ keys: readonly string[] }>) => sql<FoundRow>`
    select ${columnsOf('profiles', deciding)}, ${isPublicCard} as "isPublic" from profiles
    where username_key = any(${unplanned(value('keys'), sql`text[]`)})
  `,
);

/** Finds a profile with the columns that decide who may see it. */
export const findProfile = lookedUpTogether(async (em, keys) => {
  const rows = await profilesOfNames(em, { keys });
  return new Map(rows.map((row) => [row.usernameKey, row]));
});

/** `key` is a username in lower case. It may belong to somebody else. */
export type Owned = { ownerId: string; key: string };
