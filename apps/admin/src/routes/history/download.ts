import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { EventQuery } from './event-list.tsx';

/** All events of a query as CSV, read page by page. */
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
    trpc.events.exportCsv.queryOptions(
      { ...query, ...(cursor !== null && { cursor }) },
      { staleTime: 0, gcTime: 0 },
    ),
  );
  return data;
}

/** Milliseconds for which the browser may take its time with the file. */
const untilSaved = 60_000;

function save(parts: string[], name: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), untilSaved);
}

/** Saves all events of a query as a CSV file. */
export async function downloadCsv(query: EventQuery): Promise<void> {
  const parts = await readCsv(query);
  save(parts, `namecard-history-${new Date().toISOString().slice(0, 10)}.csv`);
}
