import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '../access/service.ts';
import type { Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { type Reason, reasons } from '../reasons.ts';
import { inTransaction } from '../transaction.ts';
import { keyInUse, keyReused } from './errors.ts';
import { findAnswer, holdKey, keepAnswer, type RequestKey } from './queries.ts';

/** Printable ASCII, as a header carries it. */
const keyShape = /^[\x21-\x7e]{1,255}$/;

/** Of an error no more than its reason, which is all it takes to make it again. */
const Kept = z.union([
  z.object({ output: z.unknown() }),
  z.object({ error: z.enum(reasons) }),
]);

type Kept = z.infer<typeof Kept>;

/** Makes the errors that are an answer again: the same request would fail again for the same reason. */
type LastingErrors = { readonly [Name in Reason]?: () => AppError };

function requireKeyShape(key: string): void {
  if (!keyShape.test(key)) {
    throw new AppError(
      'BAD_REQUEST',
      'INPUT_INVALID',
      'Idempotency-Key: Must be 1 to 255 printable ASCII characters without spaces.',
    );
  }
}

/** What the work came to, a lasting error included; a passing failure is thrown. */
async function attempt(
  deps: Deps,
  errors: LastingErrors,
  work: (deps: Deps) => Promise<unknown>,
): Promise<Kept> {
  try {
    return { output: await inTransaction(deps, work) };
  } catch (error) {
    if (error instanceof AppError && errors[error.reason]) {
      return { error: error.reason };
    }
    throw error;
  }
}

/** The answer kept under the key, or that of doing the work now, kept with it in one transaction. */
async function answerOnce(
  deps: Deps,
  requestKey: RequestKey,
  { input, errors }: Pick<Repeatable<unknown>, 'input' | 'errors'>,
  work: (deps: Deps) => Promise<unknown>,
): Promise<Kept> {
  const inputHash = hash('sha256', JSON.stringify(input), 'buffer');
  return inTransaction(deps, async (inner) => {
    const { em } = inner;
    if (!(await holdKey(em, requestKey))) {
      throw keyInUse();
    }
    const earlier = await findAnswer(em, requestKey);
    if (earlier) {
      if (!inputHash.equals(earlier.inputHash)) {
        throw keyReused();
      }
      return Kept.parse(earlier.answer);
    }
    const answer = await attempt(inner, errors, work);
    await keepAnswer(em, requestKey, { inputHash, answer });
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
  errors: LastingErrors;
};

/**
 * Does the work once for a key of the user's: repeated within 24 hours the request is answered as it was the first time.
 * Without a key the work is done each time. Gives `IDEMPOTENCY_KEY_IN_USE` while the first still runs, and
 * `IDEMPOTENCY_KEY_REUSED` for another input.
 */
export async function once<Output>(
  deps: Deps,
  actor: Actor,
  { procedure, key, input, output, errors }: Repeatable<Output>,
  work: (deps: Deps) => Promise<Output>,
): Promise<Output> {
  if (key === undefined) {
    return work(deps);
  }
  requireKeyShape(key);
  const requestKey = {
    userId: actor.id,
    key: hash('sha256', `${procedure} ${key}`, 'base64url'),
  };
  const answer = await answerOnce(deps, requestKey, { input, errors }, work);
  if ('error' in answer) {
    throw errors[answer.error]?.() ?? new Error(`${procedure} does not fail so any more`);
  }
  return output.parse(answer.output);
}
