import type { EventQuery } from '../../moderation/history/timeline.tsx';
import { queryClient } from '../../query-client.ts';
import { saveCsv } from '../../save-file.ts';
import { trpc } from '../../trpc.ts';

/** Saves all events of a query. */
export const downloadCsv = (query: EventQuery): Promise<void> =>
  saveCsv('namecard-history', async (cursor) => {
    const { data } = await queryClient.fetchQuery(
      trpc.audit.exportCsv.queryOptions(
        { ...query, ...(cursor !== undefined && { cursor }) },
        { staleTime: 0, gcTime: 0 },
      ),
    );
    return data;
  });
