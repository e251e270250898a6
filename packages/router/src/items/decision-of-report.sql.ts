import { sql } from 'kysely';

/**
 * The item whose decision answers the reports of a row of `items`: this one, or the second
 * look that it was passed on to. It may be open: `closed_at` is null until the decision.
 */
export const decisionOfReport = sql`select * from decided_in(items)`;

/** The reports that a row of `items` decides, and their own items as `reported`. */
export const reportsDecidedIn = sql`
  items reported cross join lateral decided_in(reported) decision join reports on reports.item_id = reported.id
`;
