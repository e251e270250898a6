import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const pages = globSync(['*.md', 'docs/**/*.md', '{examples,packages}/*/README.md'], {
  cwd: repository,
});

const read = (path: string) => readFile(join(repository, path), 'utf8');

/** All different texts that the pattern's first group matches. */
const allOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, match]) => match ?? [])),
];

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

async function leadsSomewhere(page: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(repository, target))) {
    return false;
  }
  return (
    anchor === undefined ||
    allOf(await read(target), /^#+ (.+)$/gm)
      .map(anchorOf)
      .includes(anchor)
  );
}

describe('the documents', () => {
  it('are found', () => {
    expect(pages.length).toBeGreaterThan(15);
  });

  it.each(pages)('%s links to files and headings that exist', async (page) => {
    const links = allOf(await read(page), /\]\(([^)\s]+)\)/g).filter(
      (link) => !/^[a-z]+:/.test(link),
    );
    const reached = await Promise.all(links.map((link) => leadsSomewhere(page, link)));
    expect(links.filter((_, index) => !reached[index])).toEqual([]);
  });

  it.each(pages)('%s names npm scripts that exist', async (page) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await read('package.json')));
    const named = allOf(
      await read(page),
      /npm run (?:-s )?([\w:-]+)(?![^`\n]*--workspace)/g,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('list every cookie and key that pages and the admin app keep in a browser', async () => {
    const sources = globSync('{apps/admin,packages/{pages,client}}/src/**/*.{ts,tsx}', {
      cwd: repository,
    });
    const code = (await Promise.all(sources.map(read))).join('\n');
    const kept = allOf(code, /(?:[kK]ey = |lasting\(|brief\()'(namecard[\w.-]*)'/g);
    expect(kept.length).toBeGreaterThan(6);
    const page = await read('docs/run/data-protection.md');
    expect(kept.filter((one) => !page.includes(`| \`${one}\` |`))).toEqual([]);
  });

  it('name tests that exist, where they rely on insides of libraries', async () => {
    const tests = globSync('{apps,packages}/*/src/**/*.test.ts', { cwd: repository });
    const code = (await Promise.all(tests.map(read))).join('\n');
    const titles = allOf(await read('docs/work/libraries.md'), /"([^"]+?)(?: …)?"/g);
    expect(titles.length).toBeGreaterThan(15);
    expect(titles.filter((title) => !code.includes(title))).toEqual([]);
  });
});

it('no text names a command that npm would fetch: its name may be a stranger’s', async () => {
  const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && file !== 'package-lock.json');
  expect(files).toContain('docs/run/command-line.md');
  const fetching =
    /\b(?:p?np[x]|bun[x]|(?:npm|pnpm|yarn|bun) (?:x|exec|dlx|create|init)) \S+/;
  const found = await Promise.all(
    files.map(async (file) => [file, fetching.exec(await read(file))?.[0]]),
  );
  expect(found.filter(([, command]) => command !== undefined)).toEqual([]);
});
