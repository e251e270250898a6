import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Product } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { forFiveMinutes, serveKept } from './kept-answers.ts';
import { documentPaths } from './openapi.ts';

/** The deployed service includes this folder too. */
const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url));

type DocsPage = {
  /** Relative to the folder, such as `use/errors.md`. */
  path: string;
  title: string;
  markdown: string;
};

/** llmstxt.org calls a section that may be skipped "Optional". */
const sections = [
  { folder: 'use', title: 'Build on it' },
  { folder: 'run', title: 'Run it' },
  { folder: 'moderate', title: 'Moderate with it' },
  { folder: 'work', title: 'Optional' },
] as const;

const titleOf = (markdown: string, path: string): string =>
  /^# (.+)$/m.exec(markdown)?.[1] ?? path;

/** Says where the next block is tested, or why not: for those who change the page. */
const testNote = /^ *<!-- (?:Not run: |Run by ).+ -->\n+/gm;

/** All pages, sorted by path. Empty if there is no folder. */
async function readPages(): Promise<DocsPage[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = names.filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(folder + path, 'utf8');
      const markdown = text.replaceAll(testNote, '');
      return { path, title: titleOf(markdown, path), markdown };
    }),
  );
}

/** The table of contents for programs (llmstxt.org). */
function contentsOf(
  pages: readonly DocsPage[],
  origin: string,
  product: Product,
): string {
  const link = ({ path, title }: DocsPage) => `- [${title}](${origin}/docs/${path})`;
  const listed = sections.flatMap(({ folder: name, title }) => {
    const own = pages.filter(({ path }) => path.startsWith(`${name}/`));
    return own.length === 0 ? [] : ['', `## ${title}`, '', ...own.map(link)];
  });
  return [
    `# ${product.name}`,
    '',
    '> Sign-in by emailed code, user records and public profiles. A REST interface, the same calls over tRPC, and an admin app for moderators.',
    '',
    '## Interfaces',
    '',
    `- [For members and programs](${origin}${documentPaths.public}): OpenAPI 3.1`,
    `- [For moderators](${origin}${documentPaths.moderation}): OpenAPI 3.1`,
    ...listed,
    '',
  ].join('\n');
}

type Options = { origin: string; product: Product };

/** Serves `/llms.txt` and the Markdown of each page under `/docs/`. */
export async function mountDocsPages(
  app: FastifyInstance,
  { origin, product }: Options,
): Promise<void> {
  const pages = await readPages();
  const mount = (path: string, type: string, text: string) =>
    serveKept(app, path, {
      type: `${type}; charset=utf-8`,
      cacheControl: forFiveMinutes,
      make: () => text,
    });
  mount('/llms.txt', 'text/plain', contentsOf(pages, origin, product));
  for (const { path, markdown } of pages) {
    mount(`/docs/${path}`, 'text/markdown', markdown);
  }
}
