import { queryClient } from '../../query-client.ts';
import { saveFile } from '../../save-file.ts';
import { trpc } from '../../trpc.ts';
import type { EventQuery } from '../../moderation/history/timeline.tsx';

/** Loads all events of a query as CSV, page by page. */
async function readCsv(query: EventQuery): Promise<string[]> {
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(query, cursor);
    parts.push(page.csv);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return parts;
}

type Page = { csv: string; nextCursor: string | null };

async function readPage(query: EventQuery, cursor: string | null): Promise<Page> {
  const { data } = await queryClient.fetchQuery(
    trpc.audit.exportCsv.queryOptions(
      { ...query, ...(cursor !== null && { cursor }) },
      { staleTime: 0, gcTime: 0 },
    ),
  );
  return data;
}

/** Without it Excel garbles characters outside ASCII. */
const byteOrderMark = '\uFEFF';

export async function downloadCsv(query: EventQuery): Promise<void> {
  const parts = await readCsv(query);
  const name = `namecard-history-${new Date().toISOString().slice(0, 10)}.csv`;
  saveFile([byteOrderMark, ...parts], { name, type: 'text/csv;charset=utf-8' });
}
