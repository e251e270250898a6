import { isDeadlock, type Orm } from '@namecard/db';
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

/** MikroORM would flush at the commit: after the work has returned what it had not yet written. */
function requireFlushed(em: EntityManager): void {
  const unit = em.getUnitOfWork();
  unit.computeChangeSets();
  const names = new Set(unit.getChangeSets().map(({ meta }) => meta.className));
  if (names.size > 0) {
    throw new Error(
      `Call em.flush() at the end of inTransaction: ${[...names].join(', ')} changed`,
    );
  }
}

type WithManager = { em: EntityManager };

/** Deps whose statements and entities are all of the one transaction. */
const within = <Given extends WithManager>(deps: Given, em: EntityManager): Given => ({
  ...deps,
  em,
  reader: em,
});

/**
 * Does all of the work or nothing of it, from the start again where the database ended it in favour of another. The work gets
 * deps of its own: their `em` may load, change and flush entities. Inside of another transaction it is a part of that one,
 * which can fail by itself.
 */
export async function inTransaction<Given extends WithManager, Result>(
  deps: Given,
  work: (inner: Given) => Promise<Result>,
): Promise<Result> {
  const isPart = deps.em.isInTransaction();
  const attempt = async () =>
    deps.em.transactional(async (em) => {
      const result = await work(within(deps, em));
      requireFlushed(em);
      if (!isPart) {
        // Or the commit would compare all entities once more. Those of a part are the outer transaction’s to go on with.
        em.clear();
      }
      return result;
    });
  // A deadlock ends the outer transaction with the inner one, so the outer one is repeated.
  return isPart ? attempt() : despiteDeadlocks(attempt);
}

/** Everything that the work reads is of one instant. It writes nothing. */
export const inSnapshot = async <Given extends WithManager, Result>(
  deps: Given,
  work: (inner: Given) => Promise<Result>,
): Promise<Result> =>
  deps.em.transactional(async (em) => work(within(deps, em)), {
    isolationLevel: 'repeatable read',
    readOnly: true,
  });

/**
 * The manager that all calls share. It sends statements and holds no entities, which one call would leave to the next: loading
 * or changing one fails here, and works in `inTransaction`.
 */
export function sharedManager({ em }: Orm): EntityManager {
  const contextOf = em.getContext.bind(em);
  em.getContext = (validate = true) => {
    const context = contextOf(false);
    if (validate && context === em) {
      throw new Error('Load and change entities with the em that inTransaction(deps, work) gives');
    }
    return context;
  };
  return em;
}
