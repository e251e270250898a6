import { writeFile } from 'node:fs/promises';
import { documentNames, type DocumentName } from '@namecard/router';
import { run } from '../commands/output.ts';
import { openApiDocument } from '../faces/openapi.ts';

const repository = new URL('../../../../', import.meta.url);

const files: Record<DocumentName, string> = {
  public: 'openapi.json',
  moderation: 'openapi.moderation.json',
};

await run(async () => {
  for (const name of documentNames) {
    const text = JSON.stringify(openApiDocument(name), null, 2);
    await writeFile(new URL(files[name], repository), `${text}\n`);
  }
});
