import { join, resolve } from 'node:path';
import { checkPackages } from './check.ts';
import { checkExamples } from './examples.ts';
import { packAll } from './pack.ts';
import { release } from './release.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

async function write(): Promise<void> {
  for (const { tarball } of await packAll(resolve('dist'))) console.log(tarball);
}

async function checkImage(): Promise<void> {
  const script = join(repository, 'tools/packing/src/check-image.sh');
  await run('bash', [script], repository, { isShown: true });
}

/** Too slow for each change: the images, all examples and client generators. */
async function checkRelease(): Promise<void> {
  await checkImage();
  await checkPackages();
  await checkExamples({ withLarge: true });
  const generators = join(repository, 'packages/contract/src/generators/run.ts');
  console.log(await run(process.execPath, [generators], repository));
}

/** Writes a release into a new folder. */
async function writeRelease(): Promise<void> {
  const folder = resolve(process.argv[3] ?? 'release');
  console.log((await release(folder)).map((name) => join(folder, name)).join('\n'));
}

const commands = new Map([
  ['release', writeRelease],
  ['write', write],
  ['check', checkPackages],
  ['examples', () => checkExamples()],
  ['check-image', checkImage],
  ['check-release', checkRelease],
]);

/**
 * Packs the published packages: `npm run pack -- [check|examples]`. Without an
 * argument it writes to `dist`. `npm run release:check` checks everything. `npm
 * run release -- FOLDER` writes a release with the image's context, notes and
 * checksums.
 */
const command = commands.get(process.argv[2] ?? 'write');
if (command === undefined) {
  console.error('npm run pack -- [check|examples]');
  process.exit(2);
}
await command();
