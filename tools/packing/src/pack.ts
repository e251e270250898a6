import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildPackage } from './build.ts';
import { publishedFolders, type Published } from './published.ts';
import { run } from './run.ts';

export type Packed = Published & {
  /** The path of the file that `npm pack` made. */
  tarball: string;
};

const PackReport = z.tuple([z.object({ filename: z.string() })]);

/** Builds each published package and packs it into the folder. */
export async function packAll(folder: string): Promise<Packed[]> {
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), 'namecard-packing-'));
  try {
    const packed: Packed[] = [];
    for (const name of publishedFolders) {
      const target = join(staging, name);
      const published = await buildPackage(name, target);
      const report = await run(
        'npm',
        ['pack', '--json', '--pack-destination', folder],
        target,
      );
      const [{ filename }] = PackReport.parse(JSON.parse(report));
      packed.push({ ...published, tarball: join(folder, filename) });
    }
    return packed;
  } finally {
    await rm(staging, { recursive: true });
  }
}
