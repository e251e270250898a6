import { join, resolve } from 'node:path';
import { checkPackages } from './check.ts';
import { checkExamples } from './examples.ts';
import { packAll } from './pack.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

async function write(): Promise<void> {
  for (const { tarball } of await packAll(resolve('dist'))) console.log(tarball);
}

/** All that takes too long for each change: every example, and clients by every generator. */
async function checkRelease(): Promise<void> {
  await checkPackages();
  await checkExamples({ withLarge: true });
  const generators = join(repository, 'packages/contract/src/generators/run.ts');
  console.log(await run(process.execPath, [generators], repository));
}

const commands = new Map([
  ['write', write],
  ['check', checkPackages],
  ['examples', () => checkExamples()],
  ['release', checkRelease],
]);

/**
 * Packs what others install: `npm run pack -- [check|examples]`. Without an argument it writes to `dist`. `npm run release:check` checks
 * all of it.
 */
const command = commands.get(process.argv[2] ?? 'write');
if (command === undefined) {
  console.error('npm run pack -- [check|examples]');
  process.exit(2);
}
await command();
