import type { Part } from './markdown.ts';

/** Runs one block or one command of a page. */
export type Step = {
  page: string;
  /** The heading above the block, or the words of the command. */
  of: { block: string } | { command: string };
  run: (text: string) => Promise<unknown>;
};

/** Commands in sentences that no step runs. */
export type Exception = { commands: RegExp; why: string };

export type Job = { part: Part; run: Step['run'] };

type Given = {
  parts: readonly Part[];
  steps: readonly Step[];
  exceptions: readonly Exception[];
  /** Whether the repository has this file. */
  exists: (path: string) => boolean;
};

const where = ({ page, line }: Part): string => `${page}:${line}`;

const nameOf = ({ page, of }: Step): string =>
  'block' in of ? `${page}: a block under "${of.block}"` : `${page}: \`${of.command}\``;

const isFor = ({ page, of }: Step, part: Part): boolean => {
  if (part.page !== page) return false;
  if ('command' in of) return part.kind === 'command' && part.text === of.command;
  return part.kind === 'block' && part.note === undefined && part.heading === of.block;
};

/**
 * Matches what commands with these words look like. A word in capitals stands
 * for any word: `user show WHO` is run as `user show ann@example.com`.
 */
function patternOf(command: string): RegExp {
  const words = command.split(/ +/).map((word) => {
    if (/^[A-Z_]+$/.test(word)) return '\\S+';
    return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`${words.join(' +')}(?![\\w-])`);
}

const paths = /(?<![\w/-])[\w.@-]+(?:\/[\w.@-]+)+(?<!\.)/g;

function missingFiles({ parts, exists }: Given): string[] {
  return parts.flatMap((part) =>
    Array.from(part.note?.matchAll(paths) ?? [], ([path]) => path)
      .filter((path) => !exists(path))
      .map((path) => `${where(part)}: the line before this block names ${path}.`),
  );
}

/** Says what each block and command waits for: a step, a line or an exception. */
export function plan(given: Given): { jobs: Job[]; problems: string[] } {
  const { parts, steps, exceptions } = given;
  const problems = missingFiles(given);
  const taken = new Set<Part>();
  const jobs: Job[] = [];
  for (const step of steps) {
    const part = parts.find((one) => !taken.has(one) && isFor(step, one));
    if (part === undefined) {
      problems.push(`${nameOf(step)} is not there any more, but a step runs it.`);
      continue;
    }
    taken.add(part);
    jobs.push({ part, run: step.run });
  }
  const ran = [...taken].map(({ text }) => text).join('\n');
  const excused = new Set<Exception>();
  for (const part of parts) {
    if (taken.has(part) || part.note !== undefined) continue;
    if (part.kind === 'block') {
      problems.push(
        `${where(part)}: no step runs this block, and no line before it says why.`,
      );
      continue;
    }
    if (patternOf(part.text).test(ran)) continue;
    const exception = exceptions.find(({ commands }) => commands.test(part.text));
    if (exception === undefined) {
      problems.push(`${where(part)}: no step runs \`${part.text}\`.`);
      continue;
    }
    excused.add(exception);
  }
  for (const exception of exceptions) {
    if (!excused.has(exception)) {
      problems.push(`No page needs the exception ${String(exception.commands)}.`);
    }
  }
  return { jobs, problems };
}
