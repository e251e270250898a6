import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedFolders, readPublished, type Published } from './published.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

export type Packed = Published & {
  /** The path of the file that `npm pack` made. */
  tarball: string;
};

/** Writes the published packages into the folder, built anew if a source changed. */
export async function packAll(folder: string): Promise<Packed[]> {
  const turbo = join(repository, 'node_modules/.bin/turbo');
  const quiet = ['--output-logs=new-only', '--log-prefix=none'];
  await run(turbo, ['run', 'tarballs', ...quiet], repository, {
    env: { TURBO_TELEMETRY_DISABLED: '1' },
    isShown: true,
  });
  await mkdir(folder, { recursive: true });
  return Promise.all(
    publishedFolders.map(async (name) => {
      const published = await readPublished(name);
      const file = `namecard-${name}-${published.version}.tgz`;
      await copyFile(join(repository, 'tools/packing/dist', file), join(folder, file));
      return { ...published, tarball: join(folder, file) };
    }),
  );
}
