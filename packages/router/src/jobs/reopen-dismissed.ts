import { type EntityManager, inTransaction } from '../transaction.ts';
import { joinOpen, lockDismissed, openDismissed } from './reopen-dismissed.sql.ts';

/**
 * Opens items again that were closed when all their reporters were suspended as
 * spam. A suspension may end by itself, so the sweep asks for everybody.
 * @param people whose suspension has ended; undefined for everybody
 */
export const reopenDismissed = (
  deps: { em: EntityManager },
  people?: readonly string[],
): Promise<void> =>
  inTransaction(deps, async ({ em }) => {
    const of = { people: people ?? null };
    const cards = await lockDismissed(em, of);
    if (cards.length > 0) {
      await openDismissed(em, of);
      await joinOpen(em, of);
    }
  });
