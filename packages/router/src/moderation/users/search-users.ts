import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { pageOf, sortKeyOf } from '../../cursor.ts';
import type { SearchUsersInput, UserPage } from './schemas.ts';
import { findUsers, orders } from './search-users.sql.ts';
import { readManaged } from './users.sql.ts';
import { managedUserView } from './view.ts';

export async function searchUsers(
  deps: Deps,
  actor: Caller,
  { cursor, ...input }: z.infer<typeof SearchUsersInput>,
): Promise<z.infer<typeof UserPage>> {
  const { em, settings } = deps;
  const order = orders[input.sort];
  const { found, reached } = await findUsers(em, {
    ...input,
    after: sortKeyOf(order, cursor),
    adminEmails: settings.adminEmails,
  });
  const { page, nextCursor } = pageOf(order, found, input.limit, reached);
  const ids = page.map(({ id }) => id);
  const rows = new Map((await readManaged(em, ids)).map((row) => [row.id, row]));
  return {
    data: {
      // A user may have been erased between the two statements.
      users: ids.flatMap((id) => {
        const row = rows.get(id);
        return row ? [managedUserView(row, actor, settings)] : [];
      }),
      nextCursor,
    },
  };
}
