import type { Orm } from '@namecard/db';
import { deleteChunk, dueRows } from './queries.ts';

export type RetentionDeps = { orm: Orm; settings: { sessionDays: number } };

/** Deletes what is kept no longer, in chunks that commit by themselves. Does nothing while another instance does it. */
export async function sweep({ orm, settings }: RetentionDeps): Promise<void> {
  for (const due of dueRows(settings)) {
    while (await deleteChunk(orm.em, due)) {
      // Until less than a chunk was left.
    }
  }
}
