import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Leaves each built file compressed beside itself, once, so that the server never has to. */
const built = join(import.meta.dirname, 'dist');

for (const name of await readdir(built, { recursive: true })) {
  if (/\.(js|css|svg|html)$/.test(name)) {
    const content = await readFile(join(built, name));
    await writeFile(join(built, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(built, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
