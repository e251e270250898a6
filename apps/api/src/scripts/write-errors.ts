import { writeFile } from 'node:fs/promises';
import { errorsPage } from '../faces/errors-page.ts';

await writeFile(new URL('../../../../docs/use/errors.md', import.meta.url), errorsPage());
