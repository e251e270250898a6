import {
  allRows,
  columnsOf,
  type Condition,
  every,
  type Executor,
  type OptionalCondition,
  type Role,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import type { Admins } from '../../access/viewer.sql.ts';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import { isKeptByReport } from '../../items/own-reports.sql.ts';
import { lockedColumns, type LockedProfile } from '../profiles/toggling.sql.ts';

/** A set of so many fits into one row, and is done within a minute. */
export const mostInSearch = 10_000;

/** Previews that a session keeps: each may have a megabyte. */
const mostPreviews = 10;

/** Deletes all but the newest previews of a session or service key, and none that begins now. */
export const dropOldPreviews = (em: Executor, session: string) =>
  sql`
    delete from waiting_acts where id in (
      select id from waiting_acts where decided_at is null and state = 'previewed' and session_id = ${session}
      order by asked_at desc, id desc offset ${mostPreviews} for update skip locked
    )
  `.execute(statements(em));

export type Matching = LockedProfile & {
  ownerRole: Role;
  /** Whether it has an item that the actor may decide about. */
  hasOpenItem: boolean;
};

export const isAmong = (ids: readonly string[]): Condition =>
  sql`profiles.id = any(${ids}::uuid[])`;

/**
 * Oldest first, and one more than an act may have.
 * @param person the actor; null for a key of an operator
 */
export const findMatching = (
  em: Executor,
  conditions: readonly OptionalCondition[],
  isVisible: Condition,
  person: string | null,
  settings: Admins,
): Promise<Matching[]> =>
  allRows(em)<Matching>`
    with matching as materialized (
      select * from profiles where ${every(conditions)} order by position limit ${mostInSearch + 1}
    )
    select ${columnsOf('profiles', lockedColumns)}, ${isDecidedHidden} as hidden, users.role as "ownerRole",
      ${isKeptByReport(person, settings)} as "isReportedByActor",
      exists (
        select from items where items.profile_id = profiles.id and ${isVisible}
      ) as "hasOpenItem"
    from matching profiles join users on users.id = profiles.owner_id
    order by profiles.position
  `;
