import type { Block } from './markdown.ts';

/** Runs one block of a page. */
export type Step = {
  page: string;
  /** The heading above the block. */
  heading: string;
  run: (text: string) => Promise<unknown>;
};

export type Job = { block: Block; run: Step['run'] };

type Given = {
  blocks: readonly Block[];
  steps: readonly Step[];
  /** Whether the repository has this file. */
  exists: (path: string) => boolean;
};

const paths = /(?<![\w/-])[\w.@-]+(?:\/[\w.@-]+)+(?<!\.)/g;

/** What no step runs, and no existing file either. */
function problemOf({ note }: Block, exists: Given['exists']): string | undefined {
  if (note === undefined)
    return 'no step runs this block, and no line before it says why';
  const gone = Array.from(note.matchAll(paths), ([path]) => path).filter(
    (path) => !exists(path),
  );
  return gone.length > 0 ? `the line before this block names ${gone[0]}` : undefined;
}

/** Says what each block waits for: a step, or a line before it. */
export function plan({ blocks, steps, exists }: Given) {
  const problems: string[] = [];
  const taken = new Set<Block>();
  const jobs: Job[] = [];
  for (const { page, heading, run } of steps) {
    const block = blocks.find(
      (one) =>
        !taken.has(one) &&
        one.note === undefined &&
        one.page === page &&
        one.heading === heading,
    );
    if (block) {
      taken.add(block);
      jobs.push({ block, run });
    } else {
      problems.push(`${page}: there is no block under "${heading}", but a step runs it.`);
    }
  }
  for (const block of blocks.filter((one) => !taken.has(one))) {
    const problem = problemOf(block, exists);
    if (problem) problems.push(`${block.page}:${block.line}: ${problem}.`);
  }
  return { jobs, problems };
}
