import {
  allRows,
  columnsOf,
  type Executor,
  preparedSql,
  type RowOf,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import type { Admins } from '../../access/viewer.sql.ts';
import { recorded, summaryOf } from '../../audit/events.sql.ts';
import type { EventSummary } from '../../audit/messages.ts';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import { isKeptByReport } from '../../items/own-reports.sql.ts';
import type { Ids } from './profiles.sql.ts';

export type NewestEvent = EventSummary & {
  profileId: string;
  username: string | null;
  /** Whether nothing has changed the profile since. */
  isLastChange: boolean;
};

export const lockedColumns = [
  'id',
  'username',
  'ownerId',
  'ownerEmail',
  'held',
  'revision',
] as const;

/** `hidden`: somebody has decided so. One that is `held` waits for that. */
export type LockedProfile = RowOf<
  'profiles',
  'hidden' | (typeof lockedColumns)[number]
> & {
  /** Whether the actor has an undecided report on it, and somebody else could decide. */
  isReportedByActor: boolean;
};

const lockOwners = preparedSql(
  (value: Value<Ids>) => sql`
    select from users where id in (select owner_id from profiles where id = any(${value('ids')}::uuid[]))
    order by id for key share
  `,
);

const lockRows = preparedSql(
  (value: Value<Ids>) => sql<Omit<LockedProfile, 'isReportedByActor'>>`
    select ${columnsOf('profiles', lockedColumns)}, ${isDecidedHidden} as hidden from profiles
    where id = any(${value('ids')}::uuid[]) order by position for no key update
  `,
);

async function findReported(
  em: Executor,
  ids: readonly string[],
  person: string,
  settings: Admins,
): Promise<Set<string>> {
  const rows = await allRows(em)<{ id: string }>`
    select id from profiles where id = any(${ids}::uuid[]) and ${isKeptByReport(person, settings)}
  `;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks profiles, oldest first, so that actions queue up without deadlocks.
 * Owners come first, as in deletions, so that nobody erases them. Reports are
 * read last: one may have held a lock.
 * @param person the actor; null for operators
 */
export async function lockProfiles(
  em: Executor,
  ids: readonly string[],
  person: string | null,
  settings: Admins,
): Promise<LockedProfile[]> {
  await lockOwners(em, { ids });
  const rows = await lockRows(em, { ids });
  const own =
    person === null ? new Set<string>() : await findReported(em, ids, person, settings);
  return rows.map((row) => ({ ...row, isReportedByActor: own.has(row.id) }));
}

/** Flips `hidden`, and ends a wait. With entities it would take half as much CPU again. */
export const toggleHidden = preparedSql(
  (value: Value<Ids>) =>
    sql`update profiles set hidden = not ${isDecidedHidden}, held = false where id = any(${value('ids')}::uuid[])`,
);

/** Shows those that wait for a first look. */
export const showHeld = preparedSql(
  (value: Value<Ids>) =>
    sql`update profiles set hidden = false, held = false where id = any(${value('ids')}::uuid[]) and held`,
);

/**
 * Undoes the first look: they wait again. One that was first written meanwhile had no item
 * yet, which the undo could reopen.
 */
export const holdAgain = preparedSql(
  (value: Value<Ids>) => sql`
    with waiting as (
      update profiles set hidden = true, held = true where id = any(${value('ids')}::uuid[]) returning *
    )
    insert into items (id, kind, profile_id, user_id)
    select gen_random_uuid(), 'new', id, owner_id from waiting
    where (about is not null or socials <> '{}' or latitude is not null)
      and not exists (select from items where profile_id = waiting.id and kind = 'new')
  `,
);

export const newestEvents = (
  em: Executor,
  ids: readonly string[],
): Promise<NewestEvent[]> =>
  allRows(em)<NewestEvent>`
    select newest.*
    from unnest(${ids}::uuid[]) as asked (id)
    left join profiles on profiles.id = asked.id
    cross join lateral (
      select events.profile_id as "profileId", events.username, ${summaryOf('events')},
        coalesce(events.subject_revision = profiles.revision, false) as "isLastChange"
      from ${recorded('events')}
      where events.profile_id = asked.id and events.type <> 'reporter.read' order by events.position desc limit 1
    ) newest
  `;
