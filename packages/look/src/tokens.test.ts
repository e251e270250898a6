import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from './product.ts';
import { font, fontFrom, fontsOf, shadesOf, tokens } from './tokens.ts';

const repository = join(import.meta.dirname, '../../..');

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|css)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));

describe('the tokens', () => {
  it('have each colour in both schemes, for mails', () => {
    expect(shadesOf('ink')).toEqual({ light: '#18181b', dark: '#f4f4f5' });
    expect(() => shadesOf('nothing')).toThrow('--nothing');
    expect(fontsOf('sans')).toMatch(/^Inter, ui-sans-serif, .*sans-serif$/);
  });

  it.each([
    ['ink', 'canvas', 7],
    ['ink', 'surface', 7],
    ['muted', 'canvas', 4.5],
    ['muted', 'surface', 4.5],
    ['accent-ink', 'surface', 4.5],
    ['accent-ink', 'accent-soft', 4.5],
    ['warn', 'warn-soft', 4.5],
    ['bad', 'bad-soft', 4.5],
    ['outline', 'surface', 3],
    ['focus', 'canvas', 3],
  ])('give %s a contrast to %s of %d or more', (one, other, least) => {
    for (const scheme of ['light', 'dark'] as const) {
      const found = contrast(shadesOf(one)[scheme], shadesOf(other)[scheme]);
      expect(found).toBeGreaterThanOrEqual(least);
    }
  });

  it('are the only place with colours', () => {
    const files = ['apps/api/src/faces', 'packages/email/src'].flatMap(sourcesIn);
    expect(files.length).toBeGreaterThan(20);
    const colored = files.filter((path) => /#[\da-f]{6}\b/i.test(read(path)));
    expect(colored).toEqual([]);
  });

  it('come with no shorthand that Safari does not read', () => {
    const styles = ['look', 'email', 'pages'].flatMap((name) =>
      sourcesIn(`packages/${name}/src`),
    );
    const unread = /[^-]text-decoration: *(?:none|underline) *[^;'} ]/;
    expect(styles.filter((path) => unread.test(read(path)))).toEqual([]);
  });

  it('colour the browser’s own frame too', () => {
    const { light, dark } = shadesOf('canvas');
    expect(read('apps/admin/index.html')).toContain(light);
    expect(read('apps/admin/index.html')).toContain(dark);
  });
});

describe('every variable that a style reads', () => {
  it.each([
    'packages/look/src/page-style.ts',
    'packages/email/src/mailbox-style.ts',
    'apps/api/src/faces/reference.ts',
    'apps/api/src/faces/profile-page.ts',
    'apps/admin/src/styles.css',
  ])('in %s is a token', (path) => {
    const named = [...read(path).matchAll(/var\(--([\w-]+)\)/g)].map(
      ([, name = '']) => name,
    );
    const missing = named.filter((name) => !tokens.includes(`--${name}:`));
    expect(missing).toEqual([]);
  });
});

describe('the font', () => {
  it('is one small file, and the style has the address of the file', () => {
    expect(font.subarray(0, 4).toString()).toBe('wOF2');
    expect(font.length).toBeLessThanOrEqual(25_000);
    expect(fontFrom('/look/inter.woff2')).toContain("url('/look/inter.woff2')");
  });
});
