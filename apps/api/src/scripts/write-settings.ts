import { readFile, writeFile } from 'node:fs/promises';
import { withTable } from '../settings/table.ts';

const page = new URL('../../../../docs/run/settings.md', import.meta.url);

await writeFile(page, withTable(await readFile(page, 'utf8')));
