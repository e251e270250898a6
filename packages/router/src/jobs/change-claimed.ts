import { Job, type Orm } from '@namecard/db';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { type Claimed, lockClaimed } from './jobs.sql.ts';

/**
 * Changes nothing and returns undefined if another worker has claimed the job
 * meanwhile.
 * @param seconds `change` gets the time this many seconds from now
 */
export const changeClaimed = <Result>(
  { orm }: { orm: Orm },
  claimed: Claimed,
  seconds: number,
  change: (job: Job, at: string, em: EntityManager) => Result | Promise<Result>,
): Promise<Result | undefined> =>
  inTransaction({ em: orm.em }, async ({ em }) => {
    const at = await lockClaimed(em, claimed, seconds);
    if (at === undefined) {
      return undefined;
    }
    const { kind, key } = claimed;
    const result = await change(await em.findOneOrFail(Job, { kind, key }), at, em);
    await em.flush();
    return result;
  });
