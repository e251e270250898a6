import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names that the READMEs use but don't define. */
const leftToTheReader = `
declare const url: string;
declare function tellOwner(...about: unknown[]): void;
declare function askForAnother(): void;
declare const email: string;
declare const otp: string;
declare const token: string;
declare const shown: { id: string };
declare const queryClient: { clear(): void };
declare function useSyncExternalStore<State>(subscribe: (listener: (before: State) => void) => () => void, get: () => State): State;
`;

/** The README's first block of TypeScript. */
export async function firstBlock(folder: string): Promise<string> {
  const [first = ''] = await blocks(folder);
  return first;
}

/** One module, because later blocks use values of the first one. */
export async function readmeModule(folder: string): Promise<string> {
  const [first = '', ...others] = await blocks(folder);
  const importing = /^import .*;$/gm;
  const imports = others.flatMap((block) => block.match(importing) ?? []);
  const blocksOf = others.map((block) => `{\n${block.replaceAll(importing, '')}}\n`);
  return [...imports, leftToTheReader, first, ...blocksOf].join('\n');
}

async function blocks(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code);
}
