import { statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { isSuspended } from '../../../access/queries.ts';
import type { Deps } from '../../../context.ts';
import {
  type Condition,
  every,
  literally,
  microsOf,
  readCursor,
  stampOf,
  writeCursor,
} from '../../../queries.ts';
import { duplicateIdentitiesOf, usersWithDuplicates } from '../../queries.ts';
import type { SearchUsersInput } from '../schemas.ts';

type Sort = z.infer<typeof SearchUsersInput>['sort'];

/** A user in the order of creation: microseconds since 1970, and the id where two agree in them. */
type Cursor = { micros: string; id: string };

/** The first half of `Cursor`. */
const micros = microsOf(sql`created_at`);

/** The `order by` of a sort. */
const orderBy = (sort: Sort) =>
  sort === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;

/** The rows that come after a cursor in a sort; all of them without one. */
function isAfter(sort: Sort, after: Cursor | undefined): Condition {
  if (!after) {
    return sql`true`;
  }
  const passes = sort === 'newest' ? sql`<` : sql`>`;
  return sql`(created_at, id) ${passes} (${stampOf(after.micros)}, ${after.id}::uuid)`;
}

/** A page's end, for clients to send back as it is. */
export const writeSortCursor = (sort: Sort, { micros: time, id }: Cursor): string =>
  writeCursor(sort, time, id);

const shapes: Record<Sort, RegExp> = {
  newest: /^newest (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  oldest: /^oldest (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
};

/** Reads a page's end. Gives `INPUT_INVALID` for one that is none, or is of the other sort. */
export function readSortCursor(sort: Sort, cursor: string | undefined): Cursor | undefined {
  const [time, id] = readCursor(shapes[sort], cursor);
  return time === undefined || id === undefined ? undefined : { micros: time, id };
}

/** Everything of a user's that is searched, in lower case and a line each: what the index of trigrams is made over. */
const searched = sql`user_text(email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id)`;

const like = (pattern: string) => sql`${searched} like lower(${pattern})`;

/** Three letters or digits in a row, or one that begins a word: what the index finds anywhere in a text. */
const findable = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

const beginsWord = /^[\p{L}\p{N}]/u;

/**
 * What a row of `users` has to hold for a text: its address, username or an identity contains it, in any case. One or two
 * letters or digits are looked for where one of them begins: no index finds them elsewhere.
 */
function holdsText(text: string): RawBuilder<boolean> {
  const pattern = literally(text);
  return findable.test(text) || !beginsWord.test(text)
    ? sql<boolean>`${like(`%${pattern}%`)}`
    : sql<boolean>`(${like(`${pattern}%`)} or ${like(`%\n${pattern}%`)})`;
}

/** Whether the index leads to the rows that hold the text. */
const isIndexed = (text: string): boolean => findable.test(text) || beginsWord.test(text);

type SearchDeps = Pick<Deps, 'reader'>;

type Search = Omit<z.infer<typeof SearchUsersInput>, 'cursor'> & {
  after: Cursor | undefined;
  /** The addresses in `ADMIN_EMAILS`. */
  configured: string[];
};

/**
 * Users that are looked at one by one, in the order asked for, before the whole index is asked: what many match is found
 * there, and only what few match remains, which is what an index is quick at.
 */
const chunk = 5_000;

/** Whose word counts is the setting's, then the row's. */
function hasRole(role: NonNullable<Search['role']>, configured: string[]): Condition {
  const isConfigured = sql`email_key = any(${configured}::text[])`;
  return role === 'admin'
    ? sql`(role = 'admin' or ${isConfigured})`
    : sql`role = ${role} and not ${isConfigured}`;
}

/** What the index of the order itself settles, in that order. */
const inOrder = ({ state, sort, after }: Search): Condition =>
  every([
    isAfter(sort, after),
    // The index of the suspended holds those whose suspension has ended by itself too.
    ...(state === 'suspended' ? [sql`suspended_at is not null and ${isSuspended}`] : []),
    ...(state === 'active' ? [sql`not ${isSuspended}`] : []),
  ]);

/** The rest, which is looked at row by row. */
const rowByRow = ({ text, role, duplicateIdentities, configured }: Search): Condition =>
  every([
    ...(text === undefined ? [] : [holdsText(text)]),
    ...(role === undefined ? [] : [hasRole(role, configured)]),
    ...(duplicateIdentities === undefined
      ? []
      : [sql`(${duplicateIdentitiesOf} <> '{}') = ${duplicateIdentities}::boolean`]),
  ]);

/** The users of the next chunk that match, and whether anybody comes after it. */
async function scan(
  { reader }: SearchDeps,
  search: Search,
): Promise<{ found: Cursor[]; isWhole: boolean }> {
  const order = orderBy(search.sort);
  const { rows } = await sql<{ micros: string; id: string | null; seen: number }>`
    with stretch as materialized (
      select * from users where ${inOrder(search)} order by ${order} limit ${chunk}
    ),
    found as (
      select id, created_at, ${micros} as micros from stretch users where ${rowByRow(search)}
      order by ${order} limit ${search.limit + 1}
    )
    select id, micros, seen from (select count(*)::int as seen from stretch) counted left join found on true
    order by ${order}
  `.execute(statements(reader));
  return {
    found: rows.flatMap(({ id, micros: time }) => (id === null ? [] : [{ id, micros: time }])),
    isWhole: (rows[0]?.seen ?? 0) < chunk,
  };
}

/** The users that match, found by what is rarest about them; the order comes last, or the planner would scan along it. */
async function lookUp({ reader }: SearchDeps, search: Search): Promise<Cursor[]> {
  const hasDuplicates = search.duplicateIdentities === true;
  const rest = rowByRow(hasDuplicates ? { ...search, duplicateIdentities: undefined } : search);
  const { rows } = await sql<Cursor>`
    with found as materialized (
      select id, created_at from users
      where ${inOrder(search)} and ${rest}
        and ${hasDuplicates ? sql`id in ${usersWithDuplicates}` : sql`true`}
    )
    select id, ${micros} as micros from found order by ${orderBy(search.sort)} limit ${search.limit + 1}
  `.execute(statements(reader));
  return rows;
}

/** Whether there is more to go by than reading everybody, or everybody is who is asked for. */
const canLookUp = ({ text, role, duplicateIdentities }: Search): boolean =>
  text === undefined ||
  isIndexed(text) ||
  duplicateIdentities === true ||
  (role ?? 'user') !== 'user';

/**
 * The users that match, in order, one more than `limit` if there are so many. A text without any letter or digit
 * is looked for among the next 5,000 alone, unless something else narrows the search.
 */
export async function findUsers(deps: SearchDeps, search: Search): Promise<Cursor[]> {
  const { found, isWhole } = await scan(deps, search);
  const isEnough = isWhole || found.length > search.limit;
  return isEnough || !canLookUp(search) ? found : lookUp(deps, search);
}
