import {
  type Database,
  type Executor,
  lookedUpTogether,
  prepared,
  unplanned,
  type Value,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';

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
export type Owned = { ownerId: string; key: string };
