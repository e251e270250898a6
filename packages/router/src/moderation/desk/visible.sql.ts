import { every, type Executor, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../../context.ts';
import type { Lane } from './schemas.ts';

type Admins = Pick<Settings, 'adminEmails'>;

/** The users who moderate. */
const staff = ({ adminEmails }: Admins) => sql`
  select id from users where role <> 'user'
  union all select id from users where email_key = any(${[...adminEmails]}::text[])
`;

const isAnotherThere = (person: string | null, settings: Admins) => sql<boolean>`
  exists (select from (${staff(settings)}) staff where id is distinct from ${person}::uuid)
`;

/** Whether somebody else than this person moderates. */
export async function hasColleague(
  em: Executor,
  person: string | null,
  settings: Admins,
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select ${isAnotherThere(person, settings)} as "isThere"
  `.execute(statements(em));
  return rows[0]?.isThere ?? false;
}

const reportedBy = (reporters: ReturnType<typeof staff>) => sql`
  items.id in (select item_id from reports where reporter_id in (${reporters}))
`;

/** Who looks at the desk: a person, or the one who made the service key; null for operators. */
export type Viewer = Admins & { person: string | null; isAdmin: boolean };

/**
 * Whether somebody may read and write what the team says of a user, whose id is `userId`. Nobody reads it of themselves. Of moderators
 * admins alone do.
 */
export const mayKnowOf = (
  { person, isAdmin, ...settings }: Viewer,
  userId: RawBuilder<unknown>,
) =>
  every([
    person !== null && sql`${userId} is distinct from ${person}::uuid`,
    !isAdmin && sql`coalesce(${userId} not in (${staff(settings)}), true)`,
  ]);

/**
 * Whether somebody may know of a row of `items`, open or closed. It is not about them, nor what they reported. What is about
 * moderators, or reported by one, is for admins, and so is an appeal against a suspension, which an admin alone ends.
 */
export function isKnownTo(viewer: Viewer) {
  const { person, isAdmin } = viewer;
  return every([
    mayKnowOf(viewer, sql`items.user_id`),
    person !== null && sql`not ${reportedBy(sql`select ${person}::uuid`)}`,
    !isAdmin && sql`items.profile_id is not null and not ${reportedBy(staff(viewer))}`,
  ]);
}

/** Whether a row of `items` is not kept for somebody else. Where nobody else is there, whoever decided answers an appeal. */
export const isNotKeptFrom = ({ person, ...settings }: Viewer) =>
  person === null
    ? sql`true`
    : sql`(
      items.kept_from is distinct from ${person}::uuid
      or items.kind = 'appealed' and not ${isAnotherThere(person, settings)}
    )`;

/** Whether somebody may decide about a row of `items`, and so sees it. */
export const isVisibleTo = (viewer: Viewer) =>
  every([sql`items.closed_at is null`, isKnownTo(viewer), isNotKeptFrom(viewer)]);

export const isInLane = (lane: Lane) =>
  lane === 'urgent'
    ? sql<boolean>`items.urgent`
    : sql<boolean>`items.kind = ${lane} and not items.urgent`;
