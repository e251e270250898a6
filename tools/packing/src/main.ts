import { resolve } from 'node:path';
import { checkPackages } from './check.ts';
import { checkExamples } from './examples.ts';
import { packAll } from './pack.ts';

async function write(): Promise<void> {
  for (const { tarball } of await packAll(resolve('dist'))) console.log(tarball);
}

const commands = new Map([
  ['write', write],
  ['check', checkPackages],
  ['examples', checkExamples],
]);

/** Packs what others install: `npm run pack -- [check|examples]`. Without an argument it writes to `dist`. */
const command = commands.get(process.argv[2] ?? 'write');
if (command === undefined) {
  console.error('npm run pack -- [check|examples]');
  process.exit(2);
}
await command();
