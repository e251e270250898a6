import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Product } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { forFiveMinutes, keep, sendKept } from '../http/kept-answers.ts';
import { documentPaths } from './openapi.ts';

/** Where the documents are. A folder that the service was put into has them too. */
const folder = fileURLToPath(new URL('../../../../docs/', import.meta.url));

type DocsPage = {
  /** Below the folder, such as `use/errors.md`. */
  path: string;
  title: string;
  markdown: string;
};

/** For each folder of documents, whom it is for. A program may leave the last one out. */
const sections = [
  { folder: 'use', title: 'For who builds on it' },
  { folder: 'run', title: 'For who runs it' },
  { folder: 'moderate', title: 'For moderators' },
  { folder: 'work', title: 'Optional' },
] as const;

const titleOf = (markdown: string, path: string): string =>
  /^# (.+)$/m.exec(markdown)?.[1] ?? path;

/** All pages, in the order of their paths; none where there are no documents. */
async function readPages(): Promise<DocsPage[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = names.filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const markdown = await readFile(folder + path, 'utf8');
      return { path, title: titleOf(markdown, path), markdown };
    }),
  );
}

/** The table of contents for programs (llmstxt.org): what there is, and where it is as Markdown. */
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

/** The documents as Markdown, so that programs can read them: `/llms.txt`, and each page at `/docs/…`. */
export async function mountDocsPages(
  app: FastifyInstance,
  { origin, product }: Options,
): Promise<void> {
  const pages = await readPages();
  const contents = await keep(contentsOf(pages, origin, product));
  app.get('/llms.txt', (request, reply) =>
    sendKept(request, reply.type('text/plain; charset=utf-8'), contents, forFiveMinutes),
  );
  for (const { path, markdown } of pages) {
    const kept = await keep(markdown);
    app.get(`/docs/${path}`, (request, reply) =>
      sendKept(request, reply.type('text/markdown; charset=utf-8'), kept, forFiveMinutes),
    );
  }
}
