import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type Context } from '@namecard/router';
import { largestAtOnce } from '../http/compression.ts';

/**
 * Bytes of answers after which a batch begins no further calls, if its answers
 * are sent together. A page of 100 of the largest profiles has 1.7 million; those with links from
 * before their limit have 2.3 million.
 */
const largestAnswer = 6 * 1024 * 1024;

/** Calls of a batch that run at once: as many as one client may run. */
const callsAtOnce = 2;

const answerTooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'ANSWER_TOO_LARGE',
    'The answers to the calls before this one fill the response. Send this call again in another request.',
  );

type Turn = NonNullable<Context['inTurn']>;

/**
 * Counts bytes of an answer that waits to be sent. Call the returned function if
 * the answer is sent before the request ends.
 */
type Hold = (bytes: number, procedure: string) => () => void;

/** Runs two at once, in order. `end` lets all others begin: they only fail. */
function twoAtOnce() {
  const waiting: (() => void)[] = [];
  let running = 0;
  let hasEnded = false;
  return {
    begin: async (): Promise<void> => {
      if (running < callsAtOnce || hasEnded) {
        running += 1;
      } else {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    leave: (): void => {
      const following = waiting.shift();
      if (following) {
        following();
      } else {
        running -= 1;
      }
    },
    get hasEnded(): boolean {
      return hasEnded;
    },
    end: (): void => {
      hasEnded = true;
      running += waiting.length;
      for (const begin of waiting.splice(0)) begin();
    },
  };
}

/** A placeholder in tRPC's output: `"mark7"` stands for answer 7. */
function newMark() {
  const mark = randomUUID();
  const pattern = new RegExp(`"${mark}(\\d+)"`);
  return {
    of: (number: number): string => `${mark}${number}`,
    /** Splits tRPC's output. Every second part is the number of an answer. */
    split: (text: string): string[] => text.split(pattern),
  };
}

type Batch = {
  inTurn: Turn;
  /** Drops the answers and begins no further calls: the client has gone. */
  abandon: () => void;
};

export type WholeBatch = Batch & {
  /**
   * tRPC's answer with each mark replaced by its answer. A large answer stays in
   * pieces, because joining would copy it. Undefined if the batch was abandoned.
   */
  complete: (text: string) => string | Readable | undefined;
};

/**
 * A batch whose answers are sent together. Two calls run at once, in order, while
 * the answers fit into one response. The others get `ANSWER_TOO_LARGE`. Each
 * answer becomes JSON as soon as its call ends: its size is known, its data can
 * be freed, and the event loop is not blocked by writing all answers at once.
 */
export function openBatch(hold: Hold): WholeBatch {
  let answers: string[] = [];
  let size = 0;
  const mark = newMark();
  const turns = twoAtOnce();

  const inTurn: Turn = async (work, procedure) => {
    await turns.begin();
    try {
      if (size > largestAnswer || turns.hasEnded) {
        throw answerTooLarge();
      }
      const result = await work();
      const answer = JSON.stringify(result.data ?? null);
      const bytes = Buffer.byteLength(answer);
      size += bytes;
      hold(bytes, procedure);
      return { ...result, data: mark.of(answers.push(answer) - 1) };
    } finally {
      turns.leave();
    }
  };

  const complete = (text: string) => {
    if (turns.hasEnded) {
      return undefined;
    }
    const pieces = mark
      .split(text)
      .map((part, index) => (index % 2 === 1 ? answers[Number(part)] : part));
    if (size > largestAtOnce) {
      return Readable.from(pieces);
    }
    return pieces.join('');
  };

  const abandon = () => {
    turns.end();
    answers = [];
  };

  return { inTurn, complete, abandon };
}

/** Waits until the client has taken everything written so far, or has gone. */
async function taken(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

type Lines = ReadableStream<Uint8Array>;

export type StreamedBatch = Batch & {
  /** Replaces marks by answers, as fast as the client reads. */
  lines: (body: Lines | null, response: ServerResponse) => Readable;
};

/**
 * A batch whose answers are sent one by one. A call holds its turn until its
 * answer is sent. So at most two answers wait for a slow client, and the stream's
 * length is not limited.
 */
export function openStream(hold: Hold): StreamedBatch {
  const answers = new Map<number, { answer: string; sent: () => void }>();
  let calls = 0;
  const mark = newMark();
  const turns = twoAtOnce();

  const inTurn: Turn = async (work, procedure) => {
    await turns.begin();
    let isKept = false;
    try {
      if (turns.hasEnded) {
        throw answerTooLarge();
      }
      const result = await work();
      const answer = JSON.stringify(result.data ?? null);
      const free = hold(Buffer.byteLength(answer), procedure);
      const sent = () => {
        free();
        turns.leave();
      };
      calls += 1;
      answers.set(calls, { answer, sent });
      isKept = true;
      return { ...result, data: mark.of(calls) };
    } finally {
      if (!isKept) turns.leave();
    }
  };

  async function* piecesOf(body: Lines | null, response: ServerResponse) {
    if (!body) return;
    for await (const line of body.pipeThrough(new TextDecoderStream())) {
      for (const [index, part] of mark.split(line).entries()) {
        const held = index % 2 === 1 ? answers.get(Number(part)) : undefined;
        answers.delete(Number(part));
        yield held?.answer ?? part;
        await taken(response);
        held?.sent();
      }
    }
  }

  return {
    inTurn,
    // Without a buffer: it reads the next line only after the client has taken
    // the one before.
    lines: (body, response) =>
      Readable.from(piecesOf(body, response), { objectMode: true, highWaterMark: 0 }),
    abandon: turns.end,
  };
}
