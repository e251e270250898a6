import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packAll } from './pack.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

/* The files of one release, in one folder: the service for this kind of machine, with
   its Dockerfile and deploy/up.sh, the packages for clients, the notes (the
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

/** The Dockerfile's stages of the service, for the assembled folder that it lies in. */
export function imageOf(dockerfile: string): string {
  const [args = '', ...stages] = dockerfile.split(/^(?=FROM )/m);
  const kept = stages.filter((stage) =>
    /^FROM (\$BASE_IMAGE AS base|base AS service)\n/.test(stage),
  );
  const copies = 'COPY --from=service-folder /namecard /namecard';
  const image = [args.replaceAll(/^#.*\n/gm, '').trim(), '\n\n', ...kept].join('');
  if (!image.includes(copies)) {
    throw new Error(`deploy/Dockerfile has no stage with "${copies}"`);
  }
  return image.replace(copies, 'COPY . /namecard');
}

/** Assembles and packs the service. */
async function packService(folder: string, version: string): Promise<void> {
  const name = `namecard-${version}`;
  const assembled = join(folder, name);
  await run('sh', [join(repository, 'deploy/assemble.sh'), assembled], repository);
  const dockerfile = await readFile(join(repository, 'deploy/Dockerfile'), 'utf8');
  await writeFile(join(assembled, 'Dockerfile'), imageOf(dockerfile));
  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`;
  // Unpacked by root, it belongs to root and all can read it.
  const rights = ['--owner=0', '--group=0', '--mode=u=rwX,go=rX'];
  await run('tar', [...rights, '-czf', archive, name], folder);
  await rm(assembled, { recursive: true });
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
  await packService(folder, version);
  await packAll(folder);
  await writeFile(join(folder, 'NOTES.md'), notes);
  const sums = await run('sh', ['-c', 'sha256sum *'], folder);
  await writeFile(join(folder, 'SHA256SUMS'), sums);
  return (await readdir(folder)).toSorted();
}
