import type { Executor } from '@namecard/db';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { listDeliveries } from '../mail/deliveries.sql.ts';
import { deliveryView } from '../mail/view.ts';
import { loadModerated } from '../profiles/profiles.sql.ts';
import { countAll } from '../profiles/search/count-profiles.sql.ts';
import { moderatedView } from '../profiles/view.ts';
import {
  countDays,
  countUsers,
  findChanged,
  findNewest,
  findShared,
  listLength,
} from './read-overview.sql.ts';
import type { Overview } from './schemas.ts';

/** People and mail, which moderators don't see. */
async function readAdmins(em: Executor, { role }: Caller) {
  if (role !== 'admin') {
    return { users: null, suspended: null, failedMail: null };
  }
  const failed = await listDeliveries(em, { state: 'failed', limit: listLength });
  return { ...(await countUsers(em)), failedMail: failed.map(deliveryView) };
}

/**
 * What needs a look now, and how much there is, each part bounded. The parts are read one after another, so that an overview
 * takes one connection and no more.
 */
export async function readOverview(
  { em }: Deps,
  actor: Caller,
): Promise<z.infer<typeof Overview>> {
  const { failedMail, ...people } = await readAdmins(em, actor);
  const { active, hidden } = await countAll(em);
  const newest = await loadModerated(em, await findNewest(em));
  const changed = await loadModerated(em, await findChanged(em));
  return {
    data: {
      counts: { profiles: { all: active + hidden, active, hidden }, ...people },
      newest: newest.map(moderatedView),
      changed: changed.map(moderatedView),
      duplicateIdentities: await findShared(em),
      failedMail,
      days: await countDays(em),
    },
  };
}
