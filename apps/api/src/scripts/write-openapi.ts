import { writeFile } from 'node:fs/promises';
import { ProcedureError } from '@namecard/rest';
import { documentNames, type DocumentName } from '@namecard/router';
import { openApiDocument } from '../faces/openapi.ts';

const repository = new URL('../../../../', import.meta.url);

const files: Record<DocumentName, string> = {
  public: 'openapi.json',
  moderation: 'openapi.moderation.json',
};

try {
  for (const name of documentNames) {
    const text = JSON.stringify(openApiDocument(name), null, 2);
    await writeFile(new URL(files[name], repository), `${text}\n`);
  }
} catch (error) {
  if (!(error instanceof ProcedureError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
