import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateSchema, schemaFile } from './generate-schema.ts';

it('schema.d.ts is what openapi.json says: `npm run schema:write` brings it up to date', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchema());
});
