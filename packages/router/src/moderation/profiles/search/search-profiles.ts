import type { z } from 'zod';
import type { Caller, Moderator } from '../../../access/caller.ts';
import type { Deps } from '../../../context.ts';
import { pageOf, sortKeyOf } from '../../../cursor.ts';
import { inSnapshot } from '../../../transaction.ts';
import { loadModerated } from '../profiles.sql.ts';
import type * as schemas from '../schemas.ts';
import { writeAsOf } from '../updates/as-of.ts';
import { readMoment } from '../updates/updates.sql.ts';
import { moderatedView } from '../view.ts';
import { countAll, countFound, mostCounted } from './count-profiles.sql.ts';
import { filterFor } from './filter-for.ts';
import { findMatching, orders } from './search-profiles.sql.ts';

type Input<Name extends 'SearchProfilesInput' | 'Filter'> = z.infer<
  (typeof schemas)[Name]
>;

/**
 * The cursor is the last profile, so changes move nothing between pages. Fails
 * with `INPUT_INVALID` for a cursor of another sort.
 */
export async function searchProfiles(
  deps: Deps,
  actor: Caller,
  { sort, cursor, limit, ...input }: Input<'SearchProfilesInput'>,
) {
  const order = orders[sort];
  const after = sortKeyOf(order, cursor);
  const filter = await filterFor(deps, actor, input);
  return inSnapshot(deps, async ({ em, settings }) => {
    const { found, reached } = await findMatching(em, {
      filter,
      sort,
      after,
      limit: limit + 1,
    });
    const { page, nextCursor } = pageOf(order, found, limit, reached);
    const rows = await loadModerated(
      em,
      page.map(({ id }) => id),
    );
    return {
      data: {
        profiles: rows.map((row) => moderatedView({ actor, settings }, row)),
        nextCursor,
        asOf: writeAsOf(await readMoment(em)),
      },
    };
  });
}

const upTo = (most: number, isWhole: boolean, count: number) => ({
  count: Math.min(count, most),
  isMore: count > most || !isWhole,
});

/**
 * Counts matches per state: exactly without a filter, else up to 10,000. Without
 * an index it scans only the newest 20,000.
 */
export async function countMatching(
  deps: Deps,
  actor: Moderator,
  input: Input<'Filter'>,
) {
  const { em } = deps;
  const inAnyState = { ...input, state: undefined };
  const filter = await filterFor(deps, actor, inAnyState);
  const isOfAll = Object.values(inAnyState).every(
    (value) => value === undefined || value === '',
  );
  const counted = isOfAll ? { ...(await countAll(em)), isWhole: true } : undefined;
  const { active, hidden, isWhole } = counted ?? (await countFound(em, filter));
  const shown = (count: number) => upTo(isOfAll ? Infinity : mostCounted, isWhole, count);
  return {
    data: { all: shown(active + hidden), active: shown(active), hidden: shown(hidden) },
  };
}
