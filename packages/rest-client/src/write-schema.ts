import { writeFile } from 'node:fs/promises';
import { generateSchema, schemaFile } from './generate-schema.ts';

await writeFile(schemaFile, await generateSchema());
