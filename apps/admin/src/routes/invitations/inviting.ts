import { readAddress } from '@namecard/client';
import { withMailedCode } from '../../moderation/mailed-code.ts';
import { namecard } from '../../namecard.ts';
import type { LineState } from './vocabulary.ts';

/** A line of the list. `line` is its number in the file. */
export type Line = { line: number; email: string; language?: string | undefined };

export type Judged = Line & { state: LineState };

const languages = ['en', 'de', 'fr', 'es'] as const;

/** Lines of one call. */
const chunk = 200;

/** Most characters of an address. A longer one is none, and makes the call too large. */
const longest = 254;

const { invite } = namecard.api.moderation.invitations;

type Input = Parameters<typeof invite.mutate>[0];

const linesOf = (lines: readonly Line[]) =>
  lines.map(({ email, language }) => {
    const known = languages.find((one) => one === language);
    return {
      email: readAddress(email).slice(0, longest),
      ...(known && { language: known }),
    };
  });

/** Marks lines whose address an earlier line of the whole list has. */
function markRepeated(lines: readonly Judged[]): Judged[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    const key = readAddress(line.email).toLowerCase();
    const isRepeated = line.state === 'accepted' && seen.has(key);
    seen.add(key);
    return isRepeated ? { ...line, state: 'repeated' } : line;
  });
}

/** Asks what would happen to each line. */
export async function checkLines(
  lines: readonly Line[],
  action: string,
  onDone: (count: number) => void,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let first = 0; first < lines.length; first += chunk) {
    const part = lines.slice(first, first + chunk);
    const { data } = await invite.mutate({ action, lines: linesOf(part), dryRun: true });
    judged.push(
      ...part.map((line, index) => ({
        ...line,
        state: data.lines[index]?.state ?? 'invalid',
      })),
    );
    onDone(judged.length);
  }
  return markRepeated(judged);
}

/** Invites the lines from `first` on. `onDone` tells how many calls' lines are through. */
export async function inviteLines(
  lines: readonly Line[],
  { action, first }: { action: string; first: number },
  onDone: (through: number, invited: number) => void,
): Promise<void> {
  for (let next = first; next < lines.length; next += chunk) {
    const part = lines.slice(next, next + chunk);
    const input: Input = { action, lines: linesOf(part), total: lines.length };
    const { data } = await withMailedCode(input, (given) => invite.mutate(given));
    onDone(next + part.length, data.accepted);
  }
}

/** A random UUID. `crypto.randomUUID` is missing on plain HTTP. */
export function newAction(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
