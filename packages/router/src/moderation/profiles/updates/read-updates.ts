import type { z } from 'zod';
import type { Caller } from '../../../access/caller.ts';
import type { Deps } from '../../../context.ts';
import type { UpdatesInput } from '../schemas.ts';
import { readAsOf } from './as-of.ts';
import { countUpdates } from './updates.sql.ts';

/** Counts since a search's `asOf`. Fails with `INPUT_INVALID`. */
export async function readUpdates(
  { em }: Deps,
  actor: Caller,
  { asOf, ...filter }: z.infer<typeof UpdatesInput>,
) {
  return { data: await countUpdates(em, actor.id, filter, readAsOf(asOf)) };
}
