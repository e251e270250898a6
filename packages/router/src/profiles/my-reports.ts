import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { listReports, type MyReportRow } from './my-reports.sql.ts';
import type { MyReports } from './schemas.ts';

type Shown = z.infer<typeof MyReports>['data']['reports'][number];

function stateOf({ outcome }: MyReportRow): Shown['state'] {
  if (outcome === null) return 'received';
  return outcome === 'hidden' || outcome === 'approved' || outcome === 'gone'
    ? outcome
    : 'closed';
}

/** What the mails about reports say, for members. */
export async function listMyReports(
  { em }: Pick<Deps, 'em'>,
  { id }: SignedInUser,
): Promise<z.infer<typeof MyReports>> {
  const rows = await listReports(em, id);
  const reports = rows.map((row) => ({
    at: isoInstant(row.at),
    reason: row.reason,
    username: row.username,
    state: stateOf(row),
  }));
  return { data: { reports } };
}
