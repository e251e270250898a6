import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tokens } from '@namecard/look';

const built = join(import.meta.dirname, 'dist');

/**
 * Lets the browser draw the page's frame before other files arrive. The colours
 * are in the page itself. The style sheet comes after the frame, because browsers
 * draw nothing below it until it has loaded.
 */
async function drawFrameFirst(): Promise<void> {
  const path = join(built, 'index.html');
  const page = await readFile(path, 'utf8');
  const [sheet = ''] = /\n\s*<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  const names = await readdir(join(built, 'assets'));
  const chunks = names.filter((name) => /^(?!index-).*\.js$/.test(name));
  const start = await readFile(join(built, 'start.js'), 'utf8');
  const startName = `start-${hash('sha256', start, 'hex').slice(0, 8)}.js`;
  await writeFile(join(built, 'assets', startName), start);
  const placeOfSheet = '<!-- style sheet -->';
  if (sheet === '' || !page.includes(placeOfSheet)) {
    throw new Error('index.html is not built as finish-build.ts expects it');
  }
  const finished = page
    .replace(sheet, '')
    .replace(placeOfSheet, sheet.trim())
    .replace('<style>', () => `<style>${tokens.replaceAll(/\/\*.*?\*\/|\n\s*/gs, '')}`)
    .replace(
      'src="/admin/start.js"',
      `src="/admin/assets/${startName}" data-ahead="${chunks.join(' ')}"`,
    );
  await writeFile(path, finished);
}

/** Writes compressed copies beside each built file, so that the server need not. */
async function compress(): Promise<void> {
  for (const name of await readdir(built, { recursive: true })) {
    if (/\.(js|css|svg|html)$/.test(name)) {
      const content = await readFile(join(built, name));
      await writeFile(join(built, `${name}.br`), brotliCompressSync(content));
      await writeFile(join(built, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  }
}

await drawFrameFirst();
await compress();
