import { type ListedLine, readAddress } from '@namecard/client';
import { api } from '../../trpc.ts';
import type { LineState, UsernameState } from './vocabulary.ts';

export type Judged = ListedLine & { state: LineState; username: UsernameState | null };

/** Lines and bytes of one call, so that a body has less than 64 KiB. */
const chunk = 200;
const mostBytes = 50_000;

const bytesOf = (line: ListedLine) =>
  new TextEncoder().encode(JSON.stringify(line)).length;

function nextLines(lines: readonly ListedLine[], first: number): readonly ListedLine[] {
  let [end, bytes] = [first, 0];
  for (const line of lines.slice(first, first + chunk)) {
    bytes += bytesOf(line);
    if (bytes > mostBytes && end > first) break;
    end += 1;
  }
  return lines.slice(first, end);
}

/** Most characters of an address. A longer one is none, and makes the call too large. */
const longest = 254;

const { invite } = api.moderation.invitations;

const linesOf = (lines: readonly ListedLine[]) =>
  lines.map(({ email, language, draft }) => ({
    email: readAddress(email).slice(0, longest),
    language,
    draft,
  }));

function markRepeated(lines: readonly Judged[]): Judged[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    const key = readAddress(line.email).toLowerCase();
    const isRepeated = line.state === 'accepted' && seen.has(key);
    seen.add(key);
    return isRepeated ? { ...line, state: 'repeated' } : line;
  });
}

export async function checkLines(
  lines: readonly ListedLine[],
  action: string,
  onDone: (count: number) => void,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  while (judged.length < lines.length) {
    const part = nextLines(lines, judged.length);
    const { data } = await invite.mutate({ action, lines: linesOf(part), dryRun: true });
    judged.push(
      ...part.map((line, index) => ({
        ...line,
        state: data.lines[index]?.state ?? 'invalid',
        username: data.lines[index]?.username ?? null,
      })),
    );
    onDone(judged.length);
  }
  return markRepeated(judged);
}

const isInvited = (state: LineState): boolean =>
  state === 'accepted' || state === 'invited';

/** Invites the lines from `first` on. `onDone` tells how many calls' lines are through. */
export async function inviteLines(
  lines: readonly ListedLine[],
  { action, first, total }: { action: string; first: number; total: number },
  onDone: (through: number, invited: number) => void,
): Promise<void> {
  for (let next = first; next < lines.length;) {
    const part = nextLines(lines, next);
    const input = { action, lines: linesOf(part), total };
    const { data } = await invite.mutate(input);
    next += part.length;
    // Some are invited already if only the answer to the same call was lost.
    onDone(next, data.lines.filter(({ state }) => isInvited(state)).length);
  }
}

/** A random UUID. `crypto.randomUUID` is missing on plain HTTP. */
export function newAction(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
