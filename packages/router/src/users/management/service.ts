import type { z } from 'zod';
import { listSessions } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import { listDeliveries } from '../../mail/queries.ts';
import { isSuppressed } from '../../mail/suppressions.ts';
import { deliveryView } from '../../mail/view.ts';
import { listOfOwner } from '../../profiles/moderation/queries.ts';
import { ownedView } from '../../profiles/moderation/view.ts';
import { cursorOf, placeOf } from './order.ts';
import { readManaged, type ManagedRow } from './queries.ts';
import { userNotFound } from './refusals.ts';
import type { InspectedUser, SearchUsersInput, UserId, UserPage } from './schemas.ts';
import { findUsers } from './search.ts';
import { managedSessionView, managedUserView } from './view.ts';

/** The user, or a refusal. */
export async function loadManaged({ em }: Pick<Deps, 'em'>, id: string): Promise<ManagedRow> {
  const [row] = await readManaged(em, [id]);
  if (!row) {
    throw userNotFound();
  }
  return row;
}

/** The users who match everything that is asked for, a page of them. For admins. */
export async function searchUsers(
  deps: Deps,
  { cursor, text, ...input }: z.infer<typeof SearchUsersInput>,
): Promise<z.infer<typeof UserPage>> {
  const { em, settings } = deps;
  const after = placeOf(input.sort, cursor);
  const found = await findUsers(deps, {
    ...input,
    text: text?.trim() || undefined,
    after,
    configured: [...settings.adminEmails],
  });
  const places = found.slice(0, input.limit);
  const last = found.length > input.limit ? places.at(-1) : undefined;
  const ids = places.map(({ id }) => id);
  const rows = new Map((await readManaged(em, ids)).map((row) => [row.id, row]));
  return {
    data: {
      // Whoever erased themselves between the two statements is left out.
      users: ids.flatMap((id) => {
        const row = rows.get(id);
        return row ? [managedUserView(row, settings.adminEmails)] : [];
      }),
      nextCursor: last ? cursorOf(input.sort, last) : null,
    },
  };
}

/** Mails that are shown of a user. */
const mostDeliveries = 20;

/** Everything about one user. For admins. Gives `USER_NOT_FOUND`. */
export async function inspectUser(
  deps: Deps,
  { id }: z.infer<typeof UserId>,
): Promise<z.infer<typeof InspectedUser>> {
  const { em, settings } = deps;
  const row = await loadManaged(deps, id);
  const deliveries = await listDeliveries(em, row.email_key);
  const profiles = await listOfOwner(em, id);
  return {
    data: {
      user: managedUserView(row, settings.adminEmails),
      sessions: (await listSessions(deps, id)).map(managedSessionView),
      deliveries: deliveries.slice(0, mostDeliveries).map(deliveryView),
      isSuppressed: await isSuppressed(em, row.email_key),
      profiles: profiles.map(ownedView),
    },
  };
}
