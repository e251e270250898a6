import { setImmediate as soon } from 'node:timers/promises';
import { endAtSignals } from '../settings/clean-up.ts';
import { codeOf } from '../settings/error-code.ts';

/**
 * Runs a command. Prints an error's explanation, or the whole error if it has
 * none, and sets exit code 1. That the disk under the output is full is such an error. If
 * the output's reader closes the pipe, as `head` does, the command ends quietly.
 */
export async function run(work: () => Promise<void>): Promise<void> {
  using signals = endAtSignals();
  const lost: Error[] = [];
  const note = (error: Error) => void lost.push(error);
  process.stdout.on('error', note);
  try {
    await work();
    // console.log keeps silent about it, and the last line's error comes a moment later.
    await soon();
    const [first] = lost;
    if (first) throw first;
  } catch (error) {
    if (lost.some((one) => one === error) && codeOf(error) === 'EPIPE') return;
    // What Ctrl+C stopped fails, and is no news.
    if (signals.came) return;
    // Loads what the other commands use anyway.
    const { explanationOf } = await import('../settings/explain-error.ts');
    const lines = explanationOf(error)?.split('\n').map(visible);
    console.error(lines?.join('\n') ?? (await unexplained(error)));
    process.exitCode = 1;
  } finally {
    process.stdout.off('error', note);
  }
}

async function unexplained(error: unknown): Promise<unknown> {
  const { loggedError } = await import('../watch/logged-error.ts');
  return loggedError(error);
}

/** For every command that prints a result: `.option(...jsonOption)`. */
export const jsonOption = ['--json', 'print the result as JSON'] as const;

export type Json = { json?: true };

/** Only text is printed. `condition && line` may be false, null or undefined. */
export type PrintedLine = string | false | null | undefined;

/** Invisible characters could move the cursor, colour text or reverse it. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes invisible characters. Marks lines that follow a break in user text. */
export const visible = (text: string): string =>
  text
    .replaceAll(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replaceAll('\n', '\n  > ');

/** JSON with invisible characters escaped, such as `\u001b`. */
const visibleJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Prints the lines, or with `--json` the result as one JSON document. */
export function print(
  result: unknown,
  lines: readonly PrintedLine[],
  { json = false }: { json?: boolean | undefined },
): void {
  if (json) {
    console.log(visibleJson(result));
    return;
  }
  const shown = lines.filter((line) => typeof line === 'string').map(visible);
  console.log(shown.join('\n'));
}

export const linesOr = (none: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? lines : [none];

const mostShown = 50;

/** The first lines, and how many more `--json` prints. */
export const firstOf = (lines: readonly string[]): readonly PrintedLine[] => [
  ...lines.slice(0, mostShown),
  lines.length > mostShown && `  … and ${lines.length - mostShown} more (--json)`,
];

/** Prints to standard error, so that standard output has only the result. */
export const explain = (text: string): void => console.error(visible(text));
