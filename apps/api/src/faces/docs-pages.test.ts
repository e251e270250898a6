import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();

it('programs find every document as Markdown by /llms.txt', async () => {
  const answer = await fetch(`${service().origin}/llms.txt`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  expect(text).toMatch(/^# Namecard\n\n> .+\n/);
  const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const page = await fetch(link.replace(/^https?:\/\/[^/]+/, service().origin));
    expect([link, page.status]).toEqual([link, 200]);
    const type = link.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'json';
    expect(page.headers.get('content-type')).toContain(type);
  }
});

it('readers do not see where a block is tested', async () => {
  const path = '/docs/run/install.md';
  const written = await readFile(new URL(`../../../..${path}`, import.meta.url), 'utf8');
  expect(written).toMatch(/\n<!-- Not run: needs systemd\..* -->\n\n```\nsudo cp/);
  const served = await (await fetch(`${service().origin}${path}`)).text();
  expect(served).toContain('### With systemd\n\n```\nsudo cp');
  expect(served).not.toContain('<!--');
});

it('a missing page gets the answer of any unknown path', async () => {
  const answer = await fetch(`${service().origin}/docs/use/nothing.md`);
  expect(answer.status).toBe(404);
});
