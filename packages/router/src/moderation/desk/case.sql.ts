import {
  type Executor,
  type ItemKind,
  type RowOf,
  type SeenCard,
  statements,
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
  const { rows } = await sql<{ kind: ItemKind }>`
    select kind from items where coalesce(profile_id, user_id) = ${subject} and id <> ${id} and ${isVisible}
    order by opened_at
  `.execute(statements(em));
  return rows.map(({ kind }) => kind);
}

/** A card as it was when its last item was closed. */
export async function findSeen(
  em: Executor,
  profileId: string,
): Promise<{ at: string; seen: SeenCard } | undefined> {
  const { rows } = await sql<{ at: string; seen: SeenCard }>`
    select closed_at as at, seen from items
    where profile_id = ${profileId} and closed_at is not null and seen is not null and outcome <> 'passed_on'
    order by closed_at desc limit 1
  `.execute(statements(em));
  return rows[0];
}

export type RemovedRow = RowOf<'removed_cards', 'hidden' | 'reports'> & {
  at: string;
  isSameOwner: boolean;
  isSameName: boolean;
};

/** Removed cards of the owner or the name that were hidden or reported, newest first. */
export async function findRemoved(
  em: Executor,
  { userId, hash }: { userId: string; hash: string },
): Promise<RemovedRow[]> {
  const isSameOwner = sql`coalesce(owner_id = ${userId}, false)`;
  const isSameName = sql`hash = ${hash}`;
  const { rows } = await sql<RemovedRow>`
    select hidden, reports, removed_at::text as at, ${isSameOwner} as "isSameOwner", ${isSameName} as "isSameName"
    from removed_cards where owner_id = ${userId} or ${isSameName}
    order by removed_at desc limit ${sql.lit(most)}
  `.execute(statements(em));
  return rows;
}

export type ReportRow = RowOf<'reports', 'id' | 'reason' | 'text' | 'at'> & {
  memberSince: number | null;
  isSigned: boolean;
};

/** The newest reports that a card's open items decide, of those that are visible. */
export async function findReports(
  em: Executor,
  isVisible: ReturnType<typeof sql>,
  profileId: string,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select reports.id, reports.reason, reports.text, reports.at,
      extract(year from users.created_at)::int as "memberSince",
      coalesce(reports.name, reports.email) is not null as "isSigned"
    from ${reportsDecidedIn} join items on items.id = decision.id
    left join users on users.id = reports.reporter_id
    where reported.profile_id = ${profileId} and ${isVisible}
    order by reports.at desc limit ${sql.lit(most)}
  `.execute(statements(em));
  return rows;
}

type Authored = {
  profileId: string;
  reporterId: string | null;
  email: string | null;
  typedName: string | null;
  typedEmail: string | null;
};

/** The reporter and the card of a report, if the item that decides it is visible. */
export async function findReport(
  em: Executor,
  isVisible: ReturnType<typeof sql>,
  id: string,
): Promise<Authored | undefined> {
  const { rows } = await sql<Authored>`
    select items.profile_id as "profileId", reports.reporter_id as "reporterId", users.email,
      reports.name as "typedName", reports.email as "typedEmail"
    from ${reportsDecidedIn} join items on items.id = decision.id
    left join users on users.id = reports.reporter_id
    where reports.id = ${id} and ${isVisible}
  `.execute(statements(em));
  return rows[0];
}

/** The owner's text in an open appeal. */
export async function findAppeal(
  em: Executor,
  subject: string,
): Promise<{ text: string; at: string } | undefined> {
  const { rows } = await sql<{ text: string; at: string }>`
    select text, opened_at as at from items
    where coalesce(profile_id, user_id) = ${subject} and kind = 'appealed' and closed_at is null and text is not null
  `.execute(statements(em));
  return rows[0];
}

export type OwnerRow = {
  since: string;
  cards: number;
  hiddenBefore: number;
  reports: number;
  turnedDown: number;
};

/** What the desk knows of an owner. A report is turned down if its card stayed. */
export async function findOwner(em: Executor, userId: string): Promise<OwnerRow> {
  const { rows } = await sql<OwnerRow>`
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
  `.execute(statements(em));
  const [row] = rows;
  if (!row) throw new Error('The owner of an item is missing');
  return row;
}
