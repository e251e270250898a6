import { TRPCError } from '@trpc/server';
import { AppError } from '../errors.ts';

/** `done`, or code and reason such as `CONFLICT USERNAME_TAKEN`. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    return described(error);
  }
}

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

export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TRPCError && error.cause instanceof AppError) return error.cause;
    throw error;
  }
  throw new Error('The call did not fail');
}

/** The wrong fields, each once, such as `['socials.x']`. */
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
