import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './build.ts';
import { publishedFolders } from './published.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

// What turbo runs, and keeps until a source changes.

const folder = join(repository, 'tools/packing/dist');
const staging = await mkdtemp(join(tmpdir(), 'namecard-packing-'));
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const name of publishedFolders) {
    console.log(`Building packages/${name} …`);
    const target = join(staging, name);
    await buildPackage(name, target);
    console.log(`Packing packages/${name} …`);
    await run('npm', ['pack', '--pack-destination', folder], target);
  }
} finally {
  await rm(staging, { recursive: true });
}
