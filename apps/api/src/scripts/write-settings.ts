import { readFile, writeFile } from 'node:fs/promises';
import { withTable } from '../settings/table.ts';

/** Writes the table of docs/run/settings.md of settings anew. */
const page = new URL('../../../../docs/run/settings.md', import.meta.url);

await writeFile(page, withTable(await readFile(page, 'utf8')));
