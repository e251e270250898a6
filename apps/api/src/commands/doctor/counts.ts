import { type Orm, repairCounts } from '@namecard/db';
import { recordOperation } from '@namecard/router';
import { type Json, print } from '../output.ts';

type Recording = Parameters<typeof recordOperation>[0];

/** Counts all profiles, corrects wrong counts and says how many there were. */
export async function repairStored(
  orm: Orm,
  deps: Recording,
  options: Json,
): Promise<void> {
  const repaired = await repairCounts(orm);
  const wrong = { segments: repaired.segments.length, users: repaired.owners.length };
  const isAny = wrong.segments + wrong.users > 0;
  if (isAny) {
    await recordOperation(deps, 'counts.repaired', { after: wrong });
  }
  const line = `The counts of ${wrong.segments} segments and ${wrong.users} users were wrong, and are right now.`;
  print(repaired, [isAny ? line : 'All counts were right.'], options);
}
