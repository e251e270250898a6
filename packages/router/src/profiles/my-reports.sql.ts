import { allRows, type Executor, type ReportReason } from '@namecard/db';
import { decisionOfReport } from '../items/decision-of-report.sql.ts';

export type MyReportRow = {
  at: string;
  reason: ReportReason;
  /** Null if the card is gone or hidden. */
  username: string | null;
  outcome: string | null;
};

/** The newest 50 of a person. A decision counts once it has stood for ten minutes. */
export const listReports = (em: Executor, userId: string): Promise<MyReportRow[]> =>
  allRows(em)<MyReportRow>`
    select reports.at::text as at, reports.reason, profiles.username,
      case when gone_at is null then decision.outcome else 'gone' end as outcome
    from reports left join items on items.id = reports.item_id
    left join profiles on profiles.id = items.profile_id and not profiles.hidden
    left join lateral (
      select outcome from (${decisionOfReport}) found
      where closed_at <= current_instant() - interval '10 minutes'
    ) decision on true
    where reports.reporter_id = ${userId} order by reports.at desc, reports.id desc limit 50
  `;
