import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson } from '@namecard/testing';
import { z } from 'zod';

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
  /** All that was read, in the order of the feed. */
  changes: ReadChange[];
  /** Reads to the end and stops. */
  finish(): Promise<void>;
};

/**
 * Reads the feed of changes from now on, by both instances in turn, and polls it all along. An answer that was lost is asked for
 * again by the same cursor.
 */
export async function startReading(
  origins: readonly string[],
  key: string,
): Promise<Reader> {
  const changes: ReadChange[] = [];
  let [asked, isEnding] = [0, false];
  const ask = async (query: string) => {
    asked += 1;
    const origin = origins[asked % origins.length] ?? '';
    const answer = await fetchJson(`${origin}/api/v1/changes?${query}`, {
      token: key,
    }).catch(() => undefined);
    if (answer && ![200, 429, 503].includes(answer.status)) {
      throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer?.status === 200 ? ChangeList.parse(answer.body).data : undefined;
  };
  const insist = async (query: string) => {
    for (;;) {
      const page = await ask(query);
      if (page) return page;
      await sleep(50);
    }
  };
  const read = async (cursor: string): Promise<void> => {
    const page = await insist(
      `cursor=${cursor}&limit=${1 + Math.floor(Math.random() * 100)}`,
    );
    changes.push(...page.changes);
    if (page.changes.length === 0) {
      if (isEnding) return;
      await sleep(50);
    }
    await read(page.nextCursor);
  };
  const reading = read((await insist('from=now')).nextCursor);
  return {
    changes,
    finish: async () => {
      isEnding = true;
      await reading;
    },
  };
}
