import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packAll } from './pack.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

/* The files of one release, in one folder: the context of the container image
   (the service and the Dockerfile), the packages for clients, the notes (the
   changelog's part), and SHA256SUMS for `sha256sum --check`. */

const Manifest = z.object({ version: z.string() });

async function versionOf(): Promise<string> {
  const text = await readFile(join(repository, 'apps/api/package.json'), 'utf8');
  return Manifest.parse(JSON.parse(text)).version;
}

/** The changelog's part about the version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## \[)/m);
  const own = parts.find((part) => part.startsWith(`## [${version}]`));
  if (own === undefined) {
    throw new Error(`CHANGELOG.md has no section "## [${version}]": write it first`);
  }
  return `${own.replace(/^.*\n/, '').trim()}\n`;
}

/** The Dockerfile's second stage, for an assembled folder. */
export function imageOf(dockerfile: string): string {
  const [, runs] = dockerfile.split(/^(?=FROM debian)/m);
  const copies = 'COPY --from=build /namecard /namecard';
  if (!runs?.includes(copies)) {
    throw new Error(`deploy/Dockerfile has no stage with "${copies}"`);
  }
  return runs.replace(copies, 'COPY namecard /namecard');
}

/** Assembles and packs the image's context. */
async function packContext(folder: string, version: string): Promise<void> {
  const context = join(folder, 'context');
  await mkdir(context);
  const assemble = join(repository, 'deploy/assemble.sh');
  await run('sh', [assemble, join(context, 'namecard')], repository);
  const dockerfile = await readFile(join(repository, 'deploy/Dockerfile'), 'utf8');
  await writeFile(join(context, 'Dockerfile'), imageOf(dockerfile));
  await cp(join(repository, 'LICENSE'), join(context, 'LICENSE'));
  const archive = join(folder, `namecard-${version}-image.tar.gz`);
  const names = ['Dockerfile', 'LICENSE', 'namecard'];
  await run('tar', ['-czf', archive, '-C', context, ...names], folder);
  await run('rm', ['-r', context], folder);
}

/**
 * Writes a release and returns the names of its files.
 * @param folder must not exist yet
 */
export async function release(folder: string): Promise<string[]> {
  const version = await versionOf();
  const changelog = await readFile(join(repository, 'CHANGELOG.md'), 'utf8');
  const notes = notesOf(changelog, version);
  await mkdir(folder);
  await run('npm', ['run', '-s', 'build'], repository);
  await packContext(folder, version);
  await packAll(folder);
  await writeFile(join(folder, 'NOTES.md'), notes);
  const sums = await run('sh', ['-c', 'sha256sum *'], folder);
  await writeFile(join(folder, 'SHA256SUMS'), sums);
  return (await readdir(folder)).toSorted();
}
