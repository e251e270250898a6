import {
  allRows,
  type Executor,
  firstRow,
  type ItemKind,
  onlyRow,
  type RowOf,
  type SeenCard,
} from '@namecard/db';
import { sql } from 'kysely';
import { reportsDecidedIn } from '../../items/decision-of-report.sql.ts';

/** Most rows of each kind in a case. */
const most = 50;

/** The other reasons why a card or account has open items. */
export async function findOthers(
  em: Executor,
  isVisible: ReturnType<typeof sql>,
  { id, subject }: { id: string; subject: string },
): Promise<ItemKind[]> {
  const rows = await allRows(em)<{ kind: ItemKind }>`
    select kind from items where coalesce(profile_id, user_id) = ${subject} and id <> ${id} and ${isVisible}
    order by opened_at
  `;
  return rows.map(({ kind }) => kind);
}

/** A card as it was when its last item was closed. */
export const findSeen = (em: Executor, profileId: string) =>
  firstRow(em)<{ at: string; seen: SeenCard }>`
    select closed_at as at, seen from items
    where profile_id = ${profileId} and closed_at is not null and seen is not null and outcome <> 'passed_on'
    order by closed_at desc limit 1
  `;

type RemovedRow = RowOf<'removed_cards', 'hidden' | 'reports'> & {
  at: string;
  isSameOwner: boolean;
  isSameName: boolean;
};

/** Removed cards of the owner or the name that were hidden or reported, newest first. */
export function findRemoved(
  em: Executor,
  { userId, hash }: { userId: string; hash: string },
): Promise<RemovedRow[]> {
  const isSameOwner = sql`coalesce(owner_id = ${userId}, false)`;
  const isSameName = sql`hash = ${hash}`;
  return allRows(em)<RemovedRow>`
    select hidden, reports, removed_at::text as at, ${isSameOwner} as "isSameOwner", ${isSameName} as "isSameName"
    from removed_cards where owner_id = ${userId} or ${isSameName}
    order by removed_at desc limit ${sql.lit(most)}
  `;
}

export type ReportRow = RowOf<'reports', 'id' | 'reason' | 'text' | 'at'> & {
  memberSince: number | null;
  isSigned: boolean;
};

/** The newest reports that a card's open items decide, of those that are visible. */
export const findReports = (
  em: Executor,
  isVisible: ReturnType<typeof sql>,
  profileId: string,
): Promise<ReportRow[]> =>
  allRows(em)<ReportRow>`
    select reports.id, reports.reason, reports.text, reports.at,
      extract(year from users.created_at)::int as "memberSince",
      coalesce(reports.name, reports.email) is not null as "isSigned"
    from ${reportsDecidedIn} join items on items.id = decision.id
    left join users on users.id = reports.reporter_id
    where reported.profile_id = ${profileId} and ${isVisible}
    order by reports.at desc limit ${sql.lit(most)}
  `;

type Authored = {
  profileId: string;
  reporterId: string | null;
  email: string | null;
  typedName: string | null;
  typedEmail: string | null;
};

/** The reporter and the card of a report, if the item that decides it is visible. */
export const findReport = (
  em: Executor,
  isVisible: ReturnType<typeof sql>,
  id: string,
): Promise<Authored | undefined> =>
  firstRow(em)<Authored>`
    select items.profile_id as "profileId", reports.reporter_id as "reporterId", users.email,
      reports.name as "typedName", reports.email as "typedEmail"
    from ${reportsDecidedIn} join items on items.id = decision.id
    left join users on users.id = reports.reporter_id
    where reports.id = ${id} and ${isVisible}
  `;

/** The owner's text in an open appeal. */
export const findAppeal = (em: Executor, subject: string) =>
  firstRow(em)<{ text: string; at: string }>`
    select text, opened_at as at from items
    where coalesce(profile_id, user_id) = ${subject} and kind = 'appealed' and closed_at is null and text is not null
  `;

type OwnerRow = {
  since: string;
  cards: number;
  hiddenBefore: number;
  reports: number;
  turnedDown: number;
};

/** What the desk knows of an owner. A report is turned down if its card stayed. */
export const findOwner = (em: Executor, userId: string): Promise<OwnerRow> =>
  onlyRow(em)<OwnerRow>`
    select users.created_at as since,
      (select count(*)::int from profiles where owner_id = users.id) as cards,
      (
        select count(distinct profile_id)::int from audit_events
        where user_id = users.id and type = 'profile.hidden' and stands
      ) as "hiddenBefore",
      made.reports, made."turnedDown"
    from users cross join lateral (
      select count(*)::int as reports,
        count(*) filter (where decision.outcome in ('approved', 'dismissed'))::int as "turnedDown"
      from ${reportsDecidedIn} where reports.reporter_id = users.id
    ) made
    where users.id = ${userId}
  `;
