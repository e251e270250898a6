import {
  type Executor,
  firstRow,
  type Language,
  onlyRow,
  statements,
} from '@namecard/db';
import type { Decisions } from '@namecard/email';
import { sql } from 'kysely';
import { decisionOfReport } from '../../items/decision-of-report.sql.ts';
import { withoutAuthor } from '../../items/report-authors.sql.ts';
import { pauseSince } from '../../mail/pauses.sql.ts';

/** Receipts to one address in 24 hours, whoever typed it. The decisions are one more. */
const mostReceipts = 2;

export type DueReporter = {
  id: string;
  /** In lower case. Null if only a name was left. */
  email: string | null;
  /** Null for the product's language. */
  language: Language | null;
  /** Whether the receipt was mailed, or none is sent: then the decision is due. */
  isHeard: boolean;
  /** Whether the address had enough receipts today. */
  isFull: boolean;
  isSuppressed: boolean;
};

const isComplete = sql`(gone_at is not null or decision.closed_at <= current_instant() - interval '10 minutes')`;

/** False while its item is open. Spares looking for the decisions of all that wait. */
const canBeDue = sql`(heard_at is null or gone_at is not null or items.closed_at is not null)`;

const mailedToday = sql`
  select decisions from outbox where recipient = reports.email and decisions is not null and state = 'sent'
    and created_at > current_instant() - interval '24 hours'
`;

/** A person hears of decisions once a day. */
const isTold = sql`exists (
  select from (${mailedToday}) mails
  where decisions -> 'answers' ?| array['report_hidden', 'report_approved', 'report_gone']
)`;

/**
 * Claims a report whose author is to be mailed, or whose name is to be emptied. An older
 * version beside this one stores the address as it was typed.
 */
export const claimReporter = (em: Executor): Promise<DueReporter | undefined> =>
  firstRow(em)<DueReporter>`
    update reports set email = fold_case(email), mail_due_at = current_instant() + ${pauseSince(sql`due.since`)} from (
      select reports.id, case when heard_at is null then reports.at else coalesce(gone_at, decision.closed_at) end as since
      from reports left join items on items.id = reports.item_id
      left join lateral (${decisionOfReport}) decision on true
      where mail_due_at <= current_instant() and ${canBeDue}
        and (heard_at is null or ${isComplete} and not ${isTold})
      order by mail_due_at limit 1 for update of reports skip locked
    ) due
    where reports.id = due.id
    returning reports.id, email, language, heard_at is not null as "isHeard",
      (select count(*) from (${mailedToday}) mails) >= ${sql.lit(mostReceipts)} as "isFull",
      exists (
        select from addresses where addresses.email = reports.email and suppressed_at is not null
      ) as "isSuppressed"
  `;

/** The receipt was mailed, or the address had enough mails today. */
export const recordHeard = (em: Executor, id: string) =>
  sql`
    update reports set heard_at = current_instant(), mail_due_at = current_instant()
    where id = ${id} and mail_due_at is not null
  `.execute(statements(em));

type Told = { ids: string[]; answers: Decisions['answers'] };

/** All reports of an address whose decisions one mail tells. */
export const findTold = (em: Executor, address: string): Promise<Told> =>
  onlyRow(em)<Told>`
    select coalesce(array_agg(reports.id::text), '{}') as ids,
      coalesce(array_agg(distinct 'report_' || heard.outcome) filter (where heard.outcome in ('hidden', 'approved', 'gone')), '{}') as answers
    from reports left join items on items.id = reports.item_id left join lateral (${decisionOfReport}) decision on true
    cross join lateral (select case when gone_at is null then decision.outcome else 'gone' end) as heard (outcome)
    where reports.email = ${address} and heard_at is not null and ${isComplete}
  `;

export const emptyReporters = (em: Executor, ids: readonly string[]) =>
  sql`
    update reports set ${withoutAuthor}
    where id = any(${ids}::uuid[])
  `.execute(statements(em));
