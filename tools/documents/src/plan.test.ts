import { describe, expect, it } from 'vitest';
import { partsOf } from './markdown.ts';
import { plan, type Exception, type Step } from './plan.ts';

const run = async () => {};

const block = (heading: string): Step => ({ page: 'a.md', of: { block: heading }, run });

const command = (words: string): Step => ({ page: 'a.md', of: { command: words }, run });

const problemsOf = (
  markdown: string,
  steps: Step[] = [],
  exceptions: Exception[] = [],
): string[] => {
  const exists = (path: string) => path === '.ci/run';
  const parts = partsOf('a.md', markdown);
  return plan({ parts, steps, exceptions, exists }).problems;
};

const page = (...before: string[]): string =>
  ['# Start', '', ...before, '```', 'npm start', '```', ''].join('\n');

const unexplained = 'no step runs this block, and no line before it says why.';

describe('a block', () => {
  it('needs a step, or a line before it that says why it has none', () => {
    expect(problemsOf(page())).toEqual([`a.md:3: ${unexplained}`]);
    expect(problemsOf(page(), [block('Start')])).toEqual([]);
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
    const parts = partsOf('a.md', '1. Run:\n\n   ```sh\n   if a; then\n     b\n   ```\n');
    expect(parts.map(({ text }) => text)).toEqual(['if a; then\n  b']);
  });
});

describe('a command in a sentence', () => {
  const text = 'Run `npx namecard user show ann`, or `npx namecard user show WHO`.';
  const missing = (words: string) => `a.md:1: no step runs \`${words}\`.`;

  it('needs a step that runs it, with any word for one in capitals', () => {
    expect(problemsOf(text, [command('npx namecard user show ann')])).toEqual([]);
    expect(problemsOf(text, [command('npx namecard user show WHO')])).toEqual([
      missing('npx namecard user show ann'),
    ]);
  });

  it('may have an exception, which some page must need', () => {
    const exceptions = [{ commands: /^npx namecard user /, why: 'a reason' }];
    expect(problemsOf(text, [], exceptions)).toEqual([]);
    expect(problemsOf('', [], exceptions)).toEqual([
      'No page needs the exception /^npx namecard user /.',
    ]);
  });
});

it('a step whose block or command has gone is a problem', () => {
  expect(problemsOf('', [block('Start'), command('npx namecard config')])).toEqual([
    'a.md: a block under "Start" is not there any more, but a step runs it.',
    'a.md: `npx namecard config` is not there any more, but a step runs it.',
  ]);
});
