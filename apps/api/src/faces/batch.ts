import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, type Context } from '@namecard/router';
import { largestAtOnce } from '../http/compression.ts';

/** Bytes of a batch's answers beyond which no further call of it begins. A page of 100 of the largest profiles has 2.3 million. */
const largestAnswer = 6 * 1024 * 1024;

/** Calls of a batch at once: as many as one asker may run. */
const callsAtOnce = 2;

const answerTooLarge = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'ANSWER_TOO_LARGE',
    'The answers to the calls before this one are large enough together. Send it again in another request.',
  );

export type Batch = {
  inTurn: NonNullable<Context['inTurn']>;
  /**
   * tRPC's answer to all calls, with each call's own in the place of its mark. A large one stays in pieces: put together, it would
   * be there twice. Undefined once the batch is abandoned: its answers are forgotten.
   */
  complete: (text: string) => string | Readable | undefined;
  /** Forgets the answers and begins no further call: nobody is there any more to read them. */
  abandon: () => void;
};

/**
 * Runs the calls of one batch, two at a time and in their order, for as long as their answers fit into one; those that did not
 * begin are `ANSWER_TOO_LARGE`. Each answer is written as JSON as soon as its call is done: so its size is known, what it was made
 * of need not be kept, and the process is not held up by writing all of them at once. tRPC is given a mark in its place.
 * @param hold called with the bytes of each answer, which waits for the others
 */
export function openBatch(hold: (bytes: number, procedure: string) => void): Batch {
  let answers: string[] = [];
  let isAbandoned = false;
  const mark = randomUUID();
  const waiting: (() => void)[] = [];
  let running = 0;
  let size = 0;

  const inTurn: Batch['inTurn'] = async (work, procedure) => {
    if (running < callsAtOnce) {
      running += 1;
    } else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      if (size > largestAnswer || isAbandoned) {
        throw answerTooLarge();
      }
      const result = await work();
      const answer = JSON.stringify(result.data ?? null);
      const bytes = Buffer.byteLength(answer);
      size += bytes;
      hold(bytes, procedure);
      return { ...result, data: `${mark}${answers.push(answer) - 1}` };
    } finally {
      const next = waiting.shift();
      if (next) {
        next();
      } else {
        running -= 1;
      }
    }
  };

  const complete = (text: string) => {
    if (isAbandoned) {
      return undefined;
    }
    const parts = text.split(new RegExp(`"${mark}(\\d+)"`));
    const pieces = parts.map((part, index) =>
      index % 2 === 1 ? answers[Number(part)] : part,
    );
    return size > largestAtOnce ? Readable.from(pieces) : pieces.join('');
  };

  const abandon = () => {
    isAbandoned = true;
    answers = [];
  };

  return { inTurn, complete, abandon };
}
