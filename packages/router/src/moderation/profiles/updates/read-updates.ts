import type { z } from 'zod';
import type { Caller } from '../../../access/caller.ts';
import type { Deps } from '../../../context.ts';
import type { UpdatesInput } from '../schemas.ts';
import { filterFor } from '../search/filter-for.ts';
import { readAsOf } from './as-of.ts';
import { countUpdates } from './updates.sql.ts';

/** Counts since a search's `asOf`. Fails with `INPUT_INVALID`. */
export async function readUpdates(
  deps: Deps,
  actor: Caller,
  { asOf, ...filter }: z.infer<typeof UpdatesInput>,
) {
  const moment = readAsOf(asOf);
  const shown = await filterFor(deps, actor, filter);
  return { data: await countUpdates(deps.em, actor.id, shown, moment) };
}
