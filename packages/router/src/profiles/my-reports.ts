import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { listReports } from './my-reports.sql.ts';
import type { MyReports } from './schemas.ts';

/** What the mails about reports say, for members. */
export async function listMyReports(
  { em }: Pick<Deps, 'em'>,
  { id }: SignedInUser,
): Promise<z.infer<typeof MyReports>> {
  const rows = await listReports(em, id);
  return { data: { reports: rows.map((row) => ({ ...row, at: isoInstant(row.at) })) } };
}
