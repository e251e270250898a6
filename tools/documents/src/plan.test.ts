import { describe, expect, it } from 'vitest';
import { blocksOf, readsOf } from './markdown.ts';
import { plan, type Step } from './plan.ts';

const step = (heading: string): Step => ({ page: 'a.md', heading, run: async () => {} });

const problemsOf = (markdown: string, steps: Step[] = []): string[] =>
  plan({
    blocks: blocksOf('a.md', markdown),
    steps,
    exists: (path) => path === '.ci/run',
  }).problems;

const page = (...before: string[]): string =>
  ['# Start', '', ...before, '```', 'npm start', '```', ''].join('\n');

const unexplained = 'no step runs this block, and no line before it says why.';

describe('a block', () => {
  it('needs a step, or a line before it that says why it has none', () => {
    expect(problemsOf(page())).toEqual([`a.md:3: ${unexplained}`]);
    expect(problemsOf(page(), [step('Start')])).toEqual([]);
    expect(problemsOf(page('<!-- Not run: needs Docker. -->', ''))).toEqual([]);
    expect(problemsOf(page('<!-- Run by .ci/run. -->'))).toEqual([]);
  });

  it('is not explained by a line about another block, or by another comment', () => {
    const line = '<!-- Not run: needs Docker. -->';
    expect(problemsOf(page(line, '', 'Or:', ''))).toEqual([`a.md:7: ${unexplained}`]);
    expect(problemsOf(page('<!-- To do -->'))).toEqual([`a.md:4: ${unexplained}`]);
    expect(problemsOf(page(line) + page())).toEqual([`a.md:9: ${unexplained}`]);
  });

  it('names only files that exist in the line before it', () => {
    expect(problemsOf(page('<!-- Run by apps/gone.test.ts. -->'))).toEqual([
      'a.md:4: the line before this block names apps/gone.test.ts.',
    ]);
  });

  it('is run as it is, without the indent of its list', () => {
    const blocks = blocksOf(
      'a.md',
      '1. Run:\n\n   ```sh\n   if a; then\n     b\n   ```\n',
    );
    expect(blocks.map(({ text }) => text)).toEqual(['if a; then\n  b']);
  });

  it('that a step runs must be there', () => {
    expect(problemsOf('# Start\n', [step('Start')])).toEqual([
      'a.md: there is no block under "Start", but a step runs it.',
    ]);
  });
});

it('statements that read are found in sentences, those with a name are not', () => {
  const text = 'Run `show data_directory`, then `select drop(NAME)` and `npm start`.';
  expect(readsOf(text)).toEqual(['show data_directory']);
});
