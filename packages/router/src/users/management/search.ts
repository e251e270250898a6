import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isSuspended } from '../../auth/sessions.ts';
import { every, type Condition } from '../../conditions.ts';
import type { Deps } from '../../context.ts';
import { doublesOf, doubledUsers } from '../doubles.ts';
import { isAfter, micros, orderBy, type Place } from './order.ts';
import type { SearchUsersInput } from './schemas.ts';
import { holdsText, isIndexed } from './text.ts';

type Search = Omit<z.infer<typeof SearchUsersInput>, 'cursor'> & {
  after: Place | undefined;
  /** The addresses in `ADMIN_EMAILS`. */
  configured: string[];
};

/**
 * Users that are looked at one by one, in the order asked for, before the whole index is asked: what many match is found
 * there, and only what few match remains, which is what an index is quick at.
 */
const stretch = 5_000;

/** Whose word counts is the setting's, then the row's. */
function hasRole(role: NonNullable<Search['role']>, configured: string[]): Condition {
  const isConfigured = sql`email_key = any(${configured}::text[])`;
  return role === 'admin'
    ? sql`(role = 'admin' or ${isConfigured})`
    : sql`role = ${role} and not ${isConfigured}`;
}

/** What the index of the order itself can tell, in that order. */
const inOrder = ({ state, sort, after }: Search): Condition =>
  every([
    isAfter(sort, after),
    // The index of the suspended holds those whose suspension has ended by itself too.
    ...(state === 'suspended' ? [sql`suspended_at is not null and ${isSuspended}`] : []),
    ...(state === 'active' ? [sql`not ${isSuspended}`] : []),
  ]);

/** The rest, which is told row by row. */
const rowByRow = ({ text, role, doubled, configured }: Search): Condition =>
  every([
    ...(text === undefined ? [] : [holdsText(text)]),
    ...(role === undefined ? [] : [hasRole(role, configured)]),
    ...(doubled === undefined ? [] : [sql`(${doublesOf} <> '{}') = ${doubled}::boolean`]),
  ]);

/** The users of the next stretch that match, and whether anybody comes after it. */
async function walk({ em }: Deps, search: Search): Promise<{ found: Place[]; isWhole: boolean }> {
  const order = orderBy(search.sort);
  const { rows } = await sql<{ micros: string; id: string | null; seen: number }>`
    with stretch as materialized (
      select * from users where ${inOrder(search)} order by ${order} limit ${stretch}
    ),
    found as (
      select id, created_at, ${micros} as micros from stretch users where ${rowByRow(search)}
      order by ${order} limit ${search.limit + 1}
    )
    select id, micros, seen from (select count(*)::int as seen from stretch) counted left join found on true
    order by ${order}
  `.execute(statements(em));
  return {
    found: rows.flatMap(({ id, micros: time }) => (id === null ? [] : [{ id, micros: time }])),
    isWhole: (rows[0]?.seen ?? 0) < stretch,
  };
}

/** The users that match, found by what is rarest about them; the order comes last, or the planner would walk it. */
async function lookUp({ em }: Deps, search: Search): Promise<Place[]> {
  const isAmongDoubled = search.doubled === true;
  const told = rowByRow(isAmongDoubled ? { ...search, doubled: undefined } : search);
  const { rows } = await sql<Place>`
    with found as materialized (
      select id, created_at from users
      where ${inOrder(search)} and ${told} and ${isAmongDoubled ? sql`id in ${doubledUsers}` : sql`true`}
    )
    select id, ${micros} as micros from found order by ${orderBy(search.sort)} limit ${search.limit + 1}
  `.execute(statements(em));
  return rows;
}

/** Whether there is more to go by than reading everybody, or everybody is who is asked for. */
const canLookUp = ({ text, role, doubled }: Search): boolean =>
  text === undefined || isIndexed(text) || doubled === true || (role ?? 'user') !== 'user';

/**
 * The places of the users that match, in order, one more than `limit` if there are so many. A text without any letter or digit
 * is looked for among the next 5,000 alone, unless something else narrows the search.
 */
export async function findUsers(deps: Deps, search: Search): Promise<Place[]> {
  const { found, isWhole } = await walk(deps, search);
  const isEnough = isWhole || found.length > search.limit;
  return isEnough || !canLookUp(search) ? found : lookUp(deps, search);
}
