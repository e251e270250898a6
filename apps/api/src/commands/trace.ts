import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  addressInLog,
  type Hashes,
  inspectAddress,
  inspectUser,
  readDeliveries,
} from '@namecard/router';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Json, jsonOption, print, type PrintedLine } from './output.ts';
import { operate, type Operation } from './run.ts';

/** A log line about a person. */
const Line = z.looseObject({
  time: z.number(),
  event: z.string(),
  person: z.string().optional(),
  user: z.string().optional(),
});

type Line = z.infer<typeof Line>;

/** Milliseconds. An event may be logged in the next month, with another name. */
const minute = 60_000;

/** Drops a prefix of a container or the journal. Undefined if not an event. */
function lineOf(text: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(text.slice(text.indexOf('{')))).data;
  } catch {
    return undefined;
  }
}

/** All events of an address and its account, ordered by time. */
export async function findEvents(
  lines: AsyncIterable<string>,
  {
    hashes,
    address,
    user,
  }: { hashes: Hashes; address: string; user: string | undefined },
): Promise<Line[]> {
  const isTheirs = ({ time, person, user: id }: Line): boolean =>
    (user !== undefined && id === user) ||
    (person !== undefined &&
      [time, time - minute].some(
        (at) => addressInLog(hashes, address, new Date(at)) === person,
      ));
  const found: Line[] = [];
  for await (const text of lines) {
    const line = lineOf(text);
    if (line && isTheirs(line)) {
      found.push(line);
    }
  }
  return found.toSorted((one, other) => one.time - other.time);
}

/** Lines of the files, or of standard input if there are no files. */
async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  // Opens a file when its turn comes: nobody listens to an earlier error.
  for (const file of files) yield* createInterface({ input: createReadStream(file) });
  if (files.length === 0 && !process.stdin.isTTY) {
    yield* createInterface({ input: process.stdin });
  }
}

/** The account of an address, its sessions and its 20 newest mails. */
async function readKnown(
  { deps, actor }: Pick<Operation, 'deps' | 'actor'>,
  address: string,
) {
  const { user, isSuppressed } = (await inspectAddress(deps, { address })).data;
  const { deliveries } = (await readDeliveries(deps, { address, limit: 20 })).data;
  const inspected = user && (await inspectUser(deps, actor, { id: user.id })).data;
  return {
    user: inspected?.user ?? null,
    sessions: inspected?.sessions ?? [],
    isSuppressed,
    deliveries,
  };
}

type Known = Awaited<ReturnType<typeof readKnown>>;

/** Properties that every line has or that are the same for all these lines. */
const common = new Set(['level', 'time', 'pid', 'hostname', 'event', 'person', 'msg']);

function describeEvent(line: Line): string {
  const details = Object.entries(line)
    .filter(([name]) => !common.has(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [new Date(line.time).toISOString(), line.event, ...details].join('  ');
}

function describeKnown({
  user,
  sessions,
  isSuppressed,
  deliveries,
}: Known): PrintedLine[] {
  return [
    user
      ? `Account ${user.id}, role ${user.role}.`
      : 'Nobody has signed in with this address.',
    user?.suspension && `Suspended since ${user.suspension.since}.`,
    ...sessions.map(
      ({ browser, system, lastUsedAt }) =>
        `Session: ${browser} on ${system}, used ${lastUsedAt}.`,
    ),
    isSuppressed && 'No mail reaches this address: it is suppressed.',
    ...deliveries
      .toReversed()
      .map(({ requestedAt, state, outcome, event, attempts }) =>
        [`Mail requested ${requestedAt}: ${state}`, outcome, event, `${attempts} tries`]
          .filter((part) => part !== null)
          .join(', '),
      ),
  ];
}

export function addTrace(user: Command): void {
  user
    .command('trace')
    .description(
      'print what the log and the database know of an address; reads log files or standard input',
    )
    .argument('<address>', 'the email address')
    .argument('[files...]', 'log files')
    .option(...jsonOption)
    .action(async (address: string, files: string[], options: Json) =>
      operate(async ({ deps, actor }) => {
        const known = await readKnown({ deps, actor }, address);
        const { hashes } = deps;
        const whom = { hashes, address, user: known.user?.id };
        const events = await findEvents(linesOf(files), whom);
        const lines = [...events.map(describeEvent), ...describeKnown(known)];
        print({ events, ...known }, lines, options);
      }),
    );
}
