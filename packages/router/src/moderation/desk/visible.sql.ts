import { every, type Executor, onlyRow } from '@namecard/db';
import { sql } from 'kysely';
import { type Admins, mayKnowOf, type Viewer } from '../../access/viewer.sql.ts';
import {
  isAnotherThere,
  itemsReportedBy,
  type Subject,
} from '../../items/own-reports.sql.ts';
import type { Lane } from './schemas.ts';
import { waits } from './urgent.sql.ts';

/** Whether another moderator, or another admin, may decide about this card. */
export async function hasColleague(
  em: Executor,
  person: string | null,
  { id, ownerId }: { id: string; ownerId: string },
  { adminsOnly = false, ...settings }: Admins & { adminsOnly?: boolean },
): Promise<boolean> {
  const card = {
    userId: sql`${ownerId}::uuid`,
    profileId: sql`${id}::uuid`,
    isForModerators: sql`${!adminsOnly}`,
  };
  const { isThere } = await onlyRow(em)<{ isThere: boolean }>`
    select ${isAnotherThere(person, card, settings)} as "isThere"
  `;
  return isThere;
}

/** The subject of a row of `items`. */
const ofItem: Subject = {
  userId: sql`items.user_id`,
  profileId: sql`items.profile_id`,
  isForModerators: sql`(items.profile_id is not null and not items.admins_only)`,
};

/** Minutes since a moderator's last use of a session that still counts as present. */
const presentMinutes = 15;

const isPresent = sql`exists (
  select from sessions where sessions.user_id = other.id and sessions.ended_at is null
    and sessions.last_used_at > current_instant() - make_interval(mins => ${sql.lit(presentMinutes)})
)`;

/** Whether a colleague who may decide about an item has just used the service. */
export const isColleagueThere = ({ person, ...settings }: Viewer) =>
  isAnotherThere(person, ofItem, settings, isPresent);

/**
 * Whether the viewer may know of a row of `items`. Nobody knows of items about
 * themselves, or with their own reports if somebody else could decide. Only admins know
 * of items about moderators, of appeals against suspensions, and of what moderators asked
 * an admin.
 */
export function isKnownTo(viewer: Viewer) {
  const { person, isAdmin, ...settings } = viewer;
  return every([
    mayKnowOf(viewer, sql`items.user_id`),
    person !== null &&
      sql`(items.id not in (${itemsReportedBy(person)}) or not ${isAnotherThere(person, ofItem, settings)})`,
    !isAdmin && sql`items.profile_id is not null and not items.admins_only`,
  ]);
}

/**
 * Whether the viewer may decide about an item. Not if the viewer's own decision led
 * to it, unless nobody else could decide.
 */
export const isNotKeptFrom = ({ person, ...settings }: Viewer) =>
  person === null
    ? sql`true`
    : sql`(
      items.kept_from is distinct from ${person}::uuid
      or not ${isAnotherThere(person, ofItem, settings)}
    )`;

/** Whether a row of `items` is open, and the viewer may decide about it. */
export const isVisibleTo = (viewer: Viewer) =>
  every([sql`items.closed_at is null`, isKnownTo(viewer), isNotKeptFrom(viewer)]);

/** Urgent items that have to wait are in the lane of their kind. */
export const laneOf = sql<Lane>`case when items.urgent and not ${waits} then 'urgent' else items.kind end`;

export const isInLane = (lane: Lane) =>
  lane === 'urgent'
    ? sql<boolean>`(items.urgent and not ${waits})`
    : sql<boolean>`(items.kind = ${lane} and (not items.urgent or ${waits}))`;
