import { TRPCError } from '@trpc/server';
import { AppError } from '../errors.ts';

/** How a call ended: `done`, or the error's code and reason, as in `CONFLICT USERNAME_TAKEN`. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return described(error);
  }
}

/** How many of the calls ended in each way. */
export function endingsOf(
  results: PromiseSettledResult<unknown>[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const ending = result.status === 'fulfilled' ? 'done' : described(result.reason);
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return counts;
}

/** The error of a call that has to fail. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof AppError) return error.cause;
    throw error;
  }
  throw new Error('The call did not fail');
}

/** Where the input of a call that has to be refused is wrong, as in `['socials.x']`, each place once. */
export async function wrongFields(call: Promise<unknown>): Promise<string[]> {
  const { issues = [] } = await errorOf(call);
  return [...new Set(issues.map(({ path }) => path.join('.')))];
}

function described(error: unknown): string {
  if (error instanceof TRPCError && error.cause instanceof AppError) {
    return `${error.code} ${error.cause.reason}`;
  }
  return `not mapped: ${String(error)}`;
}
