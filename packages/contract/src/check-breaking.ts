import { breakingChanges } from './breaking-changes.ts';
import { files } from './committed.ts';

/** Ends with 1 where the public document breaks what version 1.0.0 promised. */
const broken = await breakingChanges(files.baseline, files.public);
process.stdout.write(
  broken.length === 0
    ? 'openapi.json keeps what openapi.baseline.json promised.\n'
    : `openapi.json breaks what openapi.baseline.json promised:\n${broken.join('\n')}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
