import { createHash } from 'node:crypto';
import { IdempotencyKey } from '@namecard/db';
import { z } from 'zod';
import type { Actor } from '../access/service.ts';
import type { Deps } from '../context.ts';
import { AppError, reasons } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { holdKey } from './queries.ts';

/** Printable ASCII, as a header carries it. */
const keyShape = /^[\x21-\x7e]{1,255}$/;

/** Errors that are an answer: the same request would fail again for the same reason. */
const keptCodes = ['FORBIDDEN', 'CONFLICT'] as const;

const Kept = z.union([
  z.object({ output: z.unknown() }),
  z.object({
    error: z.object({ code: z.enum(keptCodes), reason: z.enum(reasons), message: z.string() }),
  }),
]);

type Kept = z.infer<typeof Kept>;

const hashOf = (input: unknown) => createHash('sha256').update(JSON.stringify(input)).digest();

function requireKeyShape(key: string): void {
  if (!keyShape.test(key)) {
    throw new AppError(
      'BAD_REQUEST',
      'INPUT_INVALID',
      'Idempotency-Key: Must be 1 to 255 printable ASCII characters without spaces.',
    );
  }
}

const inUse = () =>
  new AppError(
    'CONFLICT',
    'IDEMPOTENCY_KEY_IN_USE',
    'A request with this Idempotency-Key is still running. Repeat it in a moment.',
  );

const reused = () =>
  new AppError(
    'UNPROCESSABLE_CONTENT',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was sent with another body. Choose a new key for a new request.',
  );

/** What the work came to, a lasting error included; a passing failure is thrown. */
async function attempt(deps: Deps, work: (deps: Deps) => Promise<unknown>): Promise<Kept> {
  try {
    return { output: await inTransaction(deps, work) };
  } catch (error) {
    const code = keptCodes.find((kept) => error instanceof AppError && error.code === kept);
    if (error instanceof AppError && code) {
      return { error: { code, reason: error.reason, message: error.message } };
    }
    throw error;
  }
}

/** The answer kept under the key, or that of doing the work now, kept with it in one transaction. */
async function answerOnce(
  deps: Deps,
  actor: Actor,
  key: string,
  input: unknown,
  work: (deps: Deps) => Promise<unknown>,
): Promise<Kept> {
  const requestKey = { userId: actor.id, key };
  const inputHash = hashOf(input);
  return inTransaction(deps, async (inner) => {
    const { em } = inner;
    const hold = await holdKey(em, requestKey);
    if (!hold) {
      throw inUse();
    }
    const earlier = await em.findOne(IdempotencyKey, requestKey);
    // Both are PostgreSQL's text in UTC, which sorts as the instants do.
    if (earlier && earlier.createdAt > hold.dayAgo) {
      if (!inputHash.equals(earlier.inputHash)) {
        throw reused();
      }
      return Kept.parse(earlier.answer);
    }
    const answer = await attempt(inner, work);
    if (earlier) {
      earlier.answerAnew(inputHash, answer, hold.now);
    } else {
      em.create(IdempotencyKey, { ...requestKey, inputHash, answer });
    }
    await em.flush();
    return answer;
  });
}

type Repeatable<Output> = {
  /** The same key of another procedure is another. */
  procedure: string;
  key: string | undefined;
  input: unknown;
  /** The schema of what the work gives, to read a kept answer with. */
  output: z.ZodType<Output>;
};

/**
 * Does the work once for a key of the user's: repeated within 24 hours the request is answered as it was the first time.
 * Without a key the work is done each time. Gives `IDEMPOTENCY_KEY_IN_USE` while the first still runs, and
 * `IDEMPOTENCY_KEY_REUSED` for another input.
 */
export async function once<Output>(
  deps: Deps,
  actor: Actor,
  { procedure, key, input, output }: Repeatable<Output>,
  work: (deps: Deps) => Promise<Output>,
): Promise<Output> {
  if (key === undefined) {
    return work(deps);
  }
  requireKeyShape(key);
  const answer = await answerOnce(deps, actor, `${procedure} ${key}`, input, work);
  if ('error' in answer) {
    const { code, reason, message } = answer.error;
    throw new AppError(code, reason, message);
  }
  return output.parse(answer.output);
}
