import { type RawBuilder, sql } from 'kysely';
import { isAdminRow, isConfigured, isSuspended } from '../access/users.sql.ts';
import { type Admins, staff } from '../access/viewer.sql.ts';

/*
 * Who may decide.
 *
 * Nobody decides about what they reported, nor about a decision of their own. If nobody
 * else could decide, it is left to them: the only moderator of a service has no colleague.
 */

/** A card or an account with its owner, in a statement. `profileId` may be null. */
export type Subject = {
  userId: RawBuilder<unknown>;
  profileId: RawBuilder<unknown>;
  /** Whether moderators may decide, and not only admins. */
  isForModerators: RawBuilder<unknown>;
};

const reportedItems = sql`
  reports join items reported on reported.id = reports.item_id cross join lateral decided_in(reported) decision
`;

/** The items of a person's reports, and the second looks that these were passed on to. */
export const itemsReportedBy = (person: string) => sql`
  select item_id from reports where reporter_id = ${person}::uuid and item_id is not null
  union all select decision.id from ${reportedItems} where reports.reporter_id = ${person}::uuid
`;

/** Whether somebody has an undecided report on a card. */
const hasReported = (
  person: RawBuilder<unknown>,
  { profileId }: Subject,
) => sql<boolean>`exists (
  select from ${reportedItems}
  where reports.reporter_id = ${person} and reported.profile_id = ${profileId} and decision.closed_at is null
)`;

/**
 * Whether somebody other than this person could decide: not the owner, nor who reported
 * it. Accounts, and cards of moderators and admins, need an admin.
 * @param isThere on `users other`
 */
export const isAnotherThere = (
  person: string | null,
  subject: Subject,
  settings: Admins,
  isThere: RawBuilder<unknown> = sql`true`,
) => sql<boolean>`
  exists (
    select from users other
    where ${isThere} and (other.role <> 'user' or ${isConfigured(settings.adminEmails)})
      and not ${isSuspended}
      and other.id is distinct from ${person}::uuid and other.id is distinct from ${subject.userId}
      and (
        ${isAdminRow(settings.adminEmails)}
        or ${subject.isForModerators} and ${subject.userId} not in (${staff(settings)})
      )
      and not ${hasReported(sql`other.id`, subject)}
  )
`;

/** A row of `profiles`. */
const ofProfile: Subject = {
  userId: sql`profiles.owner_id`,
  profileId: sql`profiles.id`,
  isForModerators: sql`true`,
};

/** Whether a person may not decide about a row of `profiles`, because they reported it. */
export const isKeptByReport = (person: string | null, settings: Admins) =>
  person === null
    ? sql<boolean>`false`
    : sql<boolean>`(${hasReported(sql`${person}::uuid`, ofProfile)} and ${isAnotherThere(person, ofProfile, settings)})`;
