import { isDeadlock } from '@namecard/db';
import type { EntityManager } from './context.ts';

/** Times that work is tried; the database ends one of two that wait for each other, so the other is done by then. */
const tries = 4;

/**
 * Does work again when the database ended it in favour of another. For what is all done or all undone by then: a single
 * statement outside of any transaction, or a whole transaction.
 */
export async function despiteDeadlocks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !isDeadlock(error)) {
        throw error;
      }
    }
  }
}

/** Does all of the work or nothing of it, from the start again where the database ended it in favour of another. */
export const inTransaction = <Result>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> => despiteDeadlocks(() => em.transactional(work));
