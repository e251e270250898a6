/** Milliseconds that the browser has to save the file. */
const untilSaved = 60_000;

export function saveFile(
  parts: string[],
  { name, type }: { name: string; type: string },
): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), untilSaved);
}

type CsvPage = { csv: string; nextCursor: string | null };

/** Without it Excel garbles characters outside ASCII. */
const byteOrderMark = '\uFEFF';

/** Reads all pages and saves them as one file. Its name is followed by the day. */
export async function saveCsv(
  name: string,
  readPage: (cursor: string | undefined) => Promise<CsvPage>,
): Promise<void> {
  const parts = [byteOrderMark];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: CsvPage = await readPage(cursor);
    parts.push(page.csv);
    cursor = page.nextCursor;
  }
  const day = new Date().toISOString().slice(0, 10);
  saveFile(parts, { name: `${name}-${day}.csv`, type: 'text/csv;charset=utf-8' });
}
