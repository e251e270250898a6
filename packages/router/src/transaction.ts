import { type Orm, retry } from '@namecard/db';

/** Entities are loaded and changed only in the `em` of `inTransaction`. */
export type EntityManager = Orm['em'];

/** MikroORM would write the rest at the commit, after the work has returned. */
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

const within = <Given extends WithManager>(deps: Given, em: EntityManager): Given => ({
  ...deps,
  em,
});

/** Callbacks for after the commit of a manager's transaction. */
const afterCommits = new WeakMap<EntityManager, (() => void)[]>();

/** Runs the work after the commit of the outermost transaction, if it commits. */
export function afterCommit(em: EntityManager, work: () => void): void {
  afterCommits.set(em, [...(afterCommits.get(em) ?? []), work]);
}

/**
 * Runs the work in a transaction. Repeats all of it if the database ended it in
 * favour of another. The work loads and changes entities with the `em` it is
 * given, and flushes them. Inside another transaction it is a savepoint, which
 * can fail alone.
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
        // Otherwise the commit would compare all entities again. A part keeps them,
        // because its outer transaction still needs them.
        em.clear();
      }
      return result;
    });
  // A conflict also ends the outer transaction, which then repeats.
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

/**
 * All reads see the same instant. Writes are not allowed. Repeats the work if a pooler
 * refused a prepared statement.
 */
export const inSnapshot = async <Given extends WithManager, Result>(
  deps: Given,
  work: (inner: Given) => Promise<Result>,
): Promise<Result> =>
  retry(async () =>
    deps.em.transactional(async (em) => work(within(deps, em)), {
      isolationLevel: 'repeatable read',
      readOnly: true,
    }),
  );

/**
 * The manager of all calls. It holds no entities, because calls would share them.
 * So it refuses to load or change any.
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
