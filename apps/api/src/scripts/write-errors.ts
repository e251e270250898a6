import { writeFile } from 'node:fs/promises';
import { errorsPage } from '../faces/errors-page.ts';

/** Writes the page of all errors anew. */
await writeFile(new URL('../../../../docs/use/errors.md', import.meta.url), errorsPage());
