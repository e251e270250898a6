import {
  type Executor,
  type Language,
  preparedRow,
  preparedSql,
  type ReportReason,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { decisionOfReport } from '../items/decision-of-report.sql.ts';
import type { Source } from './limit-reports.ts';

/** Days for which the same reason does not open an approved card again. */
const restDays = 30;

type Reporter = {
  /** Whether the account is younger than a day. */
  isNew: boolean;
  /** Whether the account is older than `restDays`. */
  isSettled: boolean;
};

/** Reads the reporter's account; nothing if it is gone. */
export const readReporter = preparedRow(
  (value: Value<{ id: string }>) => sql<Reporter>`
    select created_at > current_instant() - interval '1 day' as "isNew",
      created_at < current_instant() - make_interval(days => ${sql.lit(restDays)}) as "isSettled"
    from users where id = ${value('id')}
  `,
);

/** Locks a card, so its items stay as they are. Nothing if hidden or gone. */
export const lockShown = preparedRow(
  (value: Value<{ key: string }>) => sql<{ id: string; revision: number }>`
    select id, revision from profiles where username_key = ${value('key')} and not hidden for no key update
  `,
);

type Approved = { profileId: string; revision: number; reason: ReportReason };

const approvedItems = preparedSql(
  (value: Value<Approved & { reporterId: string | null }>) => sql<{
    id: string;
    isTheirs: boolean;
  }>`
    -- Finds closed items of reports with this reason, if the card was approved and
    -- has not changed since. The item or a second look approved it. Newest first.
    -- Finds none while an item of reports is open.
    select items.id, exists (
      select from reports where item_id = items.id and reporter_id = ${value('reporterId')}::uuid
    ) as "isTheirs"
    from items
    cross join lateral (${decisionOfReport}) decision
    where items.profile_id = ${value('profileId')} and items.kind = 'reported' and decision.outcome = 'approved'
      and decision.closed_at > current_instant() - make_interval(days => ${sql.lit(restDays)})
      and (decision.seen ->> 'revision')::int = ${value('revision')}::int
      and exists (select from reports where item_id = items.id and reason = ${value('reason')}::text)
      and not exists (
        select from items open
        where open.profile_id = items.profile_id and open.kind = 'reported' and open.closed_at is null
      )
    order by decision.closed_at desc
  `,
);

/** `isTheirs`: this reporter had made one of the earlier reports. */
export async function findApproved(
  em: Executor,
  approved: Approved,
  reporterId: string | null,
): Promise<{ id: string; isTheirs: boolean } | undefined> {
  const items = await approvedItems(em, { ...approved, reporterId });
  const [newest] = items;
  return newest && { id: newest.id, isTheirs: items.some(({ isTheirs }) => isTheirs) };
}

/** Empty if the item is closed. Null stays null. */
const keptWhileOpen = (hash: RawBuilder<string | null>) =>
  sql`case when items.closed_at is null then ${hash}::text else left(${hash}::text, 0) end`;

type NewReport = {
  id: string;
  itemId: string;
  reporterId: string | null;
  reason: ReportReason;
  text: string | null;
  name: string | null;
  email: string | null;
  /** Null for the product's. */
  language: Language | null;
  /** Gets no receipt, only the decision. */
  withoutReceipt: boolean;
} & Source;

/**
 * One report per person and item: the first, or the one with reason danger. A
 * report in a closed item keeps no hashes of its source. A receipt is due at once where
 * there is an address.
 */
export const insertReport = preparedSql(
  (value: Value<NewReport>) => sql`
    insert into reports (
      id, item_id, reporter_id, reason, text, network, allocation, name, email, language, mail_due_at, heard_at
    )
    select ${value('id')}::uuid, items.id, ${value('reporterId')}::uuid, ${value('reason')}::text, ${value('text')}::text,
      ${keptWhileOpen(value('network'))}, ${keptWhileOpen(value('allocation'))},
      ${value('name')}::text, ${value('email')}::text, ${value('language')}::text,
      case when coalesce(${value('name')}::text, ${value('email')}::text) is not null then current_instant() end,
      case when ${value('email')}::text is null or ${value('withoutReceipt')}::boolean then current_instant() end
    from items where items.id = ${value('itemId')}::uuid
    on conflict (reporter_id, item_id) where reporter_id is not null do update
      set reason = excluded.reason, text = coalesce(excluded.text, reports.text),
        network = excluded.network, allocation = excluded.allocation
      where excluded.reason = 'danger' and reports.reason <> 'danger'
  `,
);
