import type { Executor } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { type NewAction, type NewEvent, recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { changeCards } from '../brake/change-cards.ts';
import { userNotFound } from '../../access/errors.ts';
import { settleReports } from './dismiss-reports.ts';
import { loadForAction, type Subject } from './role-and-suspension.ts';
import type * as schemas from './schemas.ts';
import { type ManagedRow, readManaged } from './users.sql.ts';
import { actedOnView } from './view.ts';

export async function loadManaged(em: Executor, id: string): Promise<ManagedRow> {
  const [row] = await readManaged(em, [id]);
  if (!row) {
    throw userNotFound();
  }
  return row;
}

export type Shape<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

type Asked = Pick<NewAction, 'reason' | 'note' | 'privateNote'> & { id: string };

/** `cards` is how many count towards the actor's limit. */
type Change = (
  deps: Deps,
  subject: Subject,
) => Promise<(NewEvent & { cards?: number }) | undefined>;

/** Changes and records at once. Without a change there is no action. */
export async function changeUser(
  deps: Deps,
  actor: Moderator,
  { id, ...why }: Asked,
  change: Change,
) {
  const changed = await changeCards(deps, actor, async (inner) => {
    const subject = await loadForAction(inner, actor, id);
    if (!subject) {
      throw userNotFound();
    }
    const done = await change(inner, subject);
    let action: string | null = null;
    if (done) {
      const { cards = 0, ...event } = done;
      action = await recordEvent(inner, actor, event, { ...why, cards });
      await settleReports(inner, actor, action, [event]);
    }
    return { action, row: await loadManaged(inner.em, id) };
  });
  const { action, row } = changed;
  return { data: { action, user: actedOnView(row, actor, deps.settings) } };
}

/** The same, if there is always something to record. */
export async function mustChangeUser(
  ...[deps, actor, asked, change]: Parameters<typeof changeUser>
): Promise<Shape<'ChangedUser'>> {
  const { data } = await changeUser(deps, actor, asked, change);
  if (data.action === null) {
    throw new Error('Nothing was done to the user, and no error says why');
  }
  return { data: { ...data, action: data.action } };
}
