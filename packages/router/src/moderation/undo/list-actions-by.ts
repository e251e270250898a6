import { instantOfIso } from '@namecard/db';
import type { z } from 'zod';
import type { Deps } from '../../context.ts';
import type { ActionsByInput } from './schemas.ts';
import { type ActionOf, findActionsBy } from './undo.sql.ts';

/**
 * What one moderator, admin or service key has done since an instant, the newest first: in the order in which it can all be undone,
 * one action after the other.
 */
export const listActionsBy = (
  { em }: Pick<Deps, 'em'>,
  { by, session, since }: z.infer<typeof ActionsByInput>,
): Promise<ActionOf[]> =>
  findActionsBy(em, {
    actor: by,
    session: session ?? null,
    since: instantOfIso(since),
  });
