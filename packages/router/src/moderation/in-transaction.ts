import type { EntityManager } from '../context.ts';
import { despiteDeadlocks } from '../deadlocks.ts';

/** Does all of the work or nothing of it, from the start again where the database ended it in favour of another. */
export const inTransaction = <Result>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> => despiteDeadlocks(() => em.transactional(work));
