import { isDeadlock } from '@namecard/db';

/** Times that a statement is tried; the database ends one of two that wait for each other, so the other is done by then. */
const tries = 4;

/** Does a single statement, outside of any transaction, again when the database ended it in favour of another. */
export async function despiteDeadlocks<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (error) {
      if (attempt === tries || !isDeadlock(error)) {
        throw error;
      }
    }
  }
}
