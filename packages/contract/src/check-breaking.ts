import { fileURLToPath } from 'node:url';
import { breakingChanges } from './breaking-changes.ts';

/** Ends with 1 where openapi.json breaks what version 1.0.0 promised. */
const inRoot = (name: string) =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const broken = await breakingChanges(
  inRoot('openapi.baseline.json'),
  inRoot('openapi.json'),
);
process.stdout.write(
  broken.length === 0
    ? 'openapi.json keeps what openapi.baseline.json promised.\n'
    : `openapi.json breaks what openapi.baseline.json promised:\n${broken.join('\n')}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
