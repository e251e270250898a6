import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import { ProfileName } from '../../profiles/schemas.ts';
import { inSnapshot } from '../../transaction.ts';
import { countRelatives, findIds, listOfOwner, loadModerated } from './profiles.sql.ts';
import { moderatedView, ownedView } from './view.ts';

/**
 * With the owner and the newest hundred of their other profiles. Fails with
 * `PROFILE_NOT_FOUND`.
 */
export async function inspectProfile(
  deps: Deps,
  actor: Moderator,
  { username }: z.infer<typeof ProfileName>,
) {
  return inSnapshot(deps, async ({ em, settings }) => {
    const [row] = await loadModerated(em, await findIds(em, username));
    if (!row) {
      throw profileNotFound();
    }
    const { siblings, referred } = await countRelatives(em, row.ownerId, row.id);
    const others = await listOfOwner(em, row.ownerId, row.id);
    return {
      data: {
        profile: moderatedView({ actor, settings }, row),
        siblings: others.map(ownedView),
        siblingCount: siblings,
        referredCount: referred,
      },
    };
  });
}
