import { resolve } from 'node:path';
import { packAll } from './pack.ts';

const [folder = 'dist'] = process.argv.slice(2);
for (const { tarball } of await packAll(resolve(folder))) {
  console.log(tarball);
}
