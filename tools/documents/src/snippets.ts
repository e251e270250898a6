import { equal } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { bash } from './shell.ts';
import { folder, root } from './workplace.ts';

const snippets: string[] = [];

/** Keeps TypeScript of a page, below the lines that it takes for granted. */
export const addSnippet = (before: string, text: string): void => {
  snippets.push(`${before}${text}\nexport {};\n`);
};

const options = {
  extends: `${root}tsconfig.base.json`,
  compilerOptions: {
    lib: ['es2024', 'dom', 'esnext.disposable', 'esnext.collection'],
    types: ['node'],
    // Pages show a value and leave its use to the reader.
    noUnusedLocals: false,
  },
};

/** One pass of the type checker over all of them. */
export async function checkSnippets(): Promise<void> {
  const place = `${folder}/snippets`;
  await mkdir(place);
  await writeFile(`${place}/package.json`, '{"type":"module"}');
  await writeFile(`${place}/tsconfig.json`, JSON.stringify(options));
  for (const [index, snippet] of snippets.entries()) {
    await writeFile(`${place}/${index}.ts`, snippet);
  }
  equal(await bash(`node_modules/.bin/tsc -p ${place}`), '');
}
