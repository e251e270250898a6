import { readFile, writeFile } from 'node:fs/promises';
import { withTable } from './table.ts';

/** Writes the README's table of settings anew. */
const readme = new URL('../../../../README.md', import.meta.url);

await writeFile(readme, withTable(await readFile(readme, 'utf8')));
