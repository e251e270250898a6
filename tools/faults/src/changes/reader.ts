import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask, read } from '../harness/ask.ts';
import { byTurns } from '../harness/start-service.ts';

const ChangeList = z.object({
  data: z.object({
    changes: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        revision: z.number(),
        at: z.string(),
      }),
    ),
    nextCursor: z.string(),
  }),
});

export type ReadChange = z.infer<typeof ChangeList>['data']['changes'][number];

export type Reader = {
  /** All changes in the order of the feed. */
  changes: ReadChange[];
  /** Reads to the end and stops. */
  finish(): Promise<void>;
};

/**
 * Reads the feed from all instances in turn. Repeats a lost call with the same
 * cursor.
 */
export async function startReading(
  origins: readonly string[],
  key: string,
): Promise<Reader> {
  const changes: ReadChange[] = [];
  let [asked, isEnding] = [0, false];
  const readPage = async (query: string) => {
    for (;;) {
      asked += 1;
      const address = `${byTurns(origins, asked)}/api/v1/changes?${query}`;
      const answer = await ask(address, { token: key }).catch(() => undefined);
      if (answer && ![429, 503].includes(answer.status)) {
        return read(ChangeList, answer).data;
      }
      await sleep(50);
    }
  };
  const readOn = async (cursor: string): Promise<void> => {
    const limit = 1 + Math.floor(Math.random() * 100);
    const page = await readPage(`cursor=${cursor}&limit=${limit}`);
    changes.push(...page.changes);
    if (page.changes.length === 0) {
      if (isEnding) return;
      await sleep(50);
    }
    await readOn(page.nextCursor);
  };
  const reading = readOn((await readPage('from=now')).nextCursor);
  return {
    changes,
    finish: async () => {
      isEnding = true;
      await reading;
    },
  };
}
