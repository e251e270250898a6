import { every, type Executor, type OptionalCondition, statements } from '@namecard/db';
import { sql } from 'kysely';
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
 * Whether somebody may decide about a row of `items`, and so sees it. Nobody decides about their own card or account, nor about what
 * they reported, nor where somebody else is to look. What is about moderators, or reported by one, is for admins, and so is an appeal against a
 * suspension, which an admin alone can end. Where nobody else
 * is there, whoever decided answers an appeal.
 */
export function isVisibleTo({ person, isAdmin, ...settings }: Viewer) {
  const isStranger =
    person !== null &&
    sql`items.user_id <> ${person}::uuid and not ${reportedBy(sql`select ${person}::uuid`)}`;
  const isKept =
    person !== null &&
    sql`(
      items.kept_from is distinct from ${person}::uuid
      or items.kind = 'appealed' and not ${isAnotherThere(person, settings)}
    )`;
  const isOfMembers =
    !isAdmin &&
    sql`items.profile_id is not null and items.user_id not in (${staff(settings)}) and not ${reportedBy(staff(settings))}`;
  const conditions: OptionalCondition[] = [isStranger, isKept, isOfMembers];
  return every([sql`items.closed_at is null`, ...conditions]);
}

export const isInLane = (lane: Lane) =>
  lane === 'urgent'
    ? sql<boolean>`items.urgent`
    : sql<boolean>`items.kind = ${lane} and not items.urgent`;
