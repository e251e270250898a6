import { sql } from 'kysely';

/** The decision about the item of a report: its own, or that of a second look. */
export const decisionOfReport = sql`
  select later.outcome, later.closed_at from items later
  where later.profile_id = items.profile_id and later.closed_at >= items.closed_at
    and (later.id = items.id or items.outcome = 'passed_on' and later.kind = 'second_look')
    and later.outcome in ('hidden', 'approved', 'withdrawn', 'dismissed')
  order by later.closed_at limit 1
`;
