import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const openapiDocument = new URL('../../../openapi.json', import.meta.url);
const formatter = fileURLToPath(
  new URL('../../../node_modules/.bin/oxfmt', import.meta.url),
);

/** Where the types lie. */
export const schemaFile = fileURLToPath(new URL('./schema.d.ts', import.meta.url));

const heading =
  '// Generated from openapi.json by `npm run schema:write`; changes made here are lost.\n\n';

async function format(source: string): Promise<string> {
  const { stdin, stdout } = execFile(formatter, [`--stdin-filepath=${schemaFile}`]);
  if (!stdin || !stdout) {
    throw new Error('The formatter can’t be run');
  }
  stdin.end(source);
  return text(stdout);
}

/** The types of every operation of `openapi.json`, formatted as this repository is. */
export async function generateSchema(): Promise<string> {
  return format(heading + astToString(await openapiTS(openapiDocument)));
}
