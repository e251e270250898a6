import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the READMEs call and leave to the reader. */
const leftToTheReader = `
declare const url: string;
declare function tellOwner(...about: unknown[]): void;
declare function askForAnother(): void;
`;

/** The README's first block of TypeScript. */
export async function firstBlock(folder: string): Promise<string> {
  const [first = ''] = await blocks(folder);
  return first;
}

/** All TypeScript in the README as one module: what the first block makes, the others use. */
export async function readmeModule(folder: string): Promise<string> {
  const [first = '', ...others] = await blocks(folder);
  return [leftToTheReader, first, ...others.map((block) => `{\n${block}}\n`)].join('\n');
}

async function blocks(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code);
}
