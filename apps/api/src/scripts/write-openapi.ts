import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../faces/openapi.ts';

/** Writes the committed copies of the documents anew. */
const repository = new URL('../../../../', import.meta.url);

for (const [file, name] of [
  ['openapi.json', 'public'],
  ['openapi.moderation.json', 'moderation'],
] as const) {
  const text = JSON.stringify(openApiDocument(name), null, 2);
  await writeFile(new URL(file, repository), `${text}\n`);
}
