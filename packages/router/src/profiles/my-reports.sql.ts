import { allRows, type Executor } from '@namecard/db';
import type { z } from 'zod';
import { decisionOfReport } from '../items/decision-of-report.sql.ts';
import type { MyReports } from './schemas.ts';

type MyReport = z.infer<typeof MyReports>['data']['reports'][number];

/** The newest 50 of a person. A decision counts once it has stood for ten minutes. */
export const listReports = (em: Executor, userId: string): Promise<MyReport[]> =>
  allRows(em)<MyReport>`
    select reports.at::text as at, reports.reason, profiles.username,
      case when gone_at is not null then 'gone' when decision.outcome is null then 'received'
        when decision.outcome in ('hidden', 'approved') then decision.outcome else 'closed' end as state
    from reports left join items on items.id = reports.item_id
    left join profiles on profiles.id = items.profile_id and not profiles.hidden
    left join lateral (
      select outcome from (${decisionOfReport}) found
      where closed_at <= current_instant() - interval '10 minutes'
    ) decision on true
    where reports.reporter_id = ${userId} order by reports.at desc, reports.id desc limit 50
  `;
