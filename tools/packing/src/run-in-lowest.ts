import { readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { run } from './run.ts';

/**
 * Runs a program of the folder under the lowest Node that our packages name. It
 * can't read types, so each `.ts` is written as `.js` first.
 */
export async function runInLowest(
  folder: string,
  [program, ...args]: [`${string}.ts`, ...string[]],
): Promise<string> {
  const asScript = (name: string) => name.replace(/\.ts$/, '.js');
  for (const name of await readdir(folder)) {
    if (name.endsWith('.ts')) {
      const source = stripTypeScriptTypes(await readFile(join(folder, name), 'utf8'));
      await writeFile(
        join(folder, asScript(name)),
        source.replace(/(from '\.\/.*)\.ts'/g, "$1.js'"),
      );
    }
  }
  const node = join(folder, 'node_modules/.bin/node');
  return run(node, [asScript(program), ...args], folder);
}
