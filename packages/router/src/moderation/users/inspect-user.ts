import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { listSessions } from '../../access/sessions.sql.ts';
import type { Deps } from '../../context.ts';
import { listMoves } from '../../moves/moves.sql.ts';
import { moveView } from '../../moves/view.ts';
import { UserId } from '../../users/schemas.ts';
import { isSuppressed } from '../mail/addresses.sql.ts';
import { listDeliveries } from '../mail/deliveries.sql.ts';
import { deliveryView } from '../mail/view.ts';
import { countActive, listOfOwner } from '../profiles/profiles.sql.ts';
import { ownedView } from '../profiles/view.ts';
import { loadManaged } from './change-user.ts';
import { InspectedUser } from './schemas.ts';
import { managedSessionView, managedUserView } from './view.ts';

const mostDeliveries = 20;

/** Everything about a user, with sessions. Fails with `USER_NOT_FOUND`. */
export async function inspectUser(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
): Promise<z.infer<typeof InspectedUser>> {
  const { em, settings } = deps;
  const row = await loadManaged(em, id);
  const deliveries = await listDeliveries(em, {
    address: row.emailKey,
    limit: mostDeliveries,
  });
  const profiles = await listOfOwner(em, id);
  return {
    data: {
      user: managedUserView(row, actor, settings),
      sessions: (await listSessions(em, settings, id)).map(managedSessionView),
      deliveries: deliveries.map(deliveryView),
      isSuppressed: await isSuppressed(em, row.emailKey),
      profiles: profiles.map(ownedView),
      moves: (await listMoves(em, id)).map(moveView),
      activeProfileCount: await countActive(em, [id]),
    },
  };
}
