import type { EventQuery } from '../../moderation/history/timeline.tsx';
import { namecard } from '../../namecard.ts';
import { saveCsv } from '../../save-file.ts';

/** Saves all events of a query. */
export const downloadCsv = (query: EventQuery): Promise<void> =>
  saveCsv('namecard-history', async (cursor) => {
    const input = { ...query, ...(cursor !== undefined && { cursor }) };
    return (await namecard.api.audit.exportCsv.query(input)).data;
  });
