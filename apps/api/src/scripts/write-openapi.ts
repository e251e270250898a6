import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../faces/openapi.ts';

/** Writes the committed copy of the document anew. */
const path = new URL('../../../../openapi.json', import.meta.url);

await writeFile(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
