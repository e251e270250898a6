import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type Context } from '@namecard/router';
import { largestAtOnce } from '../http/compression.ts';

/**
 * Bytes of a batch's answers beyond which no further call of it begins, where they are sent together. A page of 100 of the largest
 * profiles has 2.3 million.
 */
const largestAnswer = 6 * 1024 * 1024;

/** Calls of a batch at once: as many as one asker may run. */
const callsAtOnce = 2;

const answerTooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'ANSWER_TOO_LARGE',
    'The answers to the calls before this one are large enough together. Send it again in another request.',
  );

type Turn = NonNullable<Context['inTurn']>;

/**
 * Counts the bytes of an answer that is not sent yet. What it returns counts them as free again, for an answer that is sent before
 * the request ends.
 */
type Hold = (bytes: number, procedure: string) => () => void;

/** Lets two run at once, the others in their order. `end` begins them all: they find out that nobody waits for them. */
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

/** Stands for an answer in what tRPC writes: `"mark7"` for the answer numbered 7. */
function newMark() {
  const mark = randomUUID();
  const pattern = new RegExp(`"${mark}(\\d+)"`);
  return {
    of: (number: number): string => `${mark}${number}`,
    /** What tRPC wrote, with the numbers of answers at each second place. */
    split: (text: string): string[] => text.split(pattern),
  };
}

type Batch = {
  inTurn: Turn;
  /** Forgets the answers and begins no further call: nobody is there any more to read them. */
  abandon: () => void;
};

export type WholeBatch = Batch & {
  /**
   * tRPC's answer to all calls, with each call's own in the place of its mark. A large one stays in pieces: put together, it would
   * be there twice. Undefined once the batch is abandoned: its answers are forgotten.
   */
  complete: (text: string) => string | Readable | undefined;
};

/**
 * A batch that is answered once all of its calls are done. They run two at a time and in their order, for as long as their answers
 * fit into one; those that did not begin are `ANSWER_TOO_LARGE`. Each answer is written as JSON as soon as its call is done: so its
 * size is known, what it was made of need not be kept, and the process is not held up by writing all of them at once.
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

/** Ends when the client has taken what was written so far, or has gone. */
async function taken(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

type Lines = ReadableStream<Uint8Array>;

export type StreamedBatch = Batch & {
  /** tRPC's lines, with each call's answer in the place of its mark, at the pace of whoever reads the response. */
  lines: (body: Lines | null, response: ServerResponse) => Readable;
};

/**
 * A batch of which each answer is sent as it is done. A call keeps its turn until its answer is sent: so two answers wait for a
 * slow reader at most, and a stream may be of any length.
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
    // Without a buffer of its own, so that it reads on only when the response has taken what was read.
    lines: (body, response) =>
      Readable.from(piecesOf(body, response), { objectMode: true, highWaterMark: 0 }),
    abandon: turns.end,
  };
}
