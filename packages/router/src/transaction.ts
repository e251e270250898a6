import { type Orm, retry } from '@namecard/db';

/** Sends statements and runs transactions. Entities are loaded and changed in the one that `inTransaction` gives its work. */
export type EntityManager = Orm['em'];

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
});

/** What is to be done once the transaction of a manager has committed. */
const afterCommits = new WeakMap<EntityManager, (() => void)[]>();

/** Has work done once all of the transaction has committed; never where it has not. */
export function afterCommit(em: EntityManager, work: () => void): void {
  afterCommits.set(em, [...(afterCommits.get(em) ?? []), work]);
}

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
  let pending: (() => void)[] = [];
  const attempt = async () =>
    deps.em.transactional(async (em) => {
      const result = await work(within(deps, em));
      pending = afterCommits.get(em) ?? [];
      requireFlushed(em);
      if (!isPart) {
        // Or the commit would compare all entities once more. Those of a part are the outer transaction’s to go on with.
        em.clear();
      }
      return result;
    });
  // What ends the inner transaction in favour of others ends the outer one, so that is repeated.
  const done = await (isPart ? attempt() : retry(attempt));
  for (const run of pending) {
    if (isPart) {
      afterCommit(deps.em, run);
    } else {
      run();
    }
  }
  return done;
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
export function sharedManager({ em }: Pick<Orm, 'em'>): EntityManager {
  const contextOf = em.getContext.bind(em);
  em.getContext = (validate = true) => {
    const context = contextOf(false);
    if (validate && context === em) {
      throw new Error(
        'Load and change entities with the em that inTransaction(deps, work) gives',
      );
    }
    return context;
  };
  return em;
}
