import { linksOf } from '@namecard/look/socials';
import type { z } from 'zod';
import type { UserActor } from '../access/caller.ts';
import { lockPeople } from '../access/locks.sql.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import type { Nothing } from '../schemas.ts';
import { inTransaction } from '../transaction.ts';
import { deleteDraft, findDraft } from './draft.sql.ts';
import { Draft, type OwnInvitation } from './schemas.ts';

/** The card that was prepared for the actor. The owner publishes it as any other. */
export async function readDraft(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: UserActor,
): Promise<z.infer<typeof OwnInvitation>> {
  const found = await findDraft(em, actor.id);
  if (found === undefined) {
    return { data: { invitation: null } };
  }
  const draft = Draft.parse(found.draft);
  const { username = null, name = null, about = null } = draft;
  const socials = linksOf(draft, settings.socials);
  const { preparedBy } = found;
  return { data: { invitation: { username, name, about, socials, preparedBy } } };
}

/** It is not the actor's. Forgets it, and tells the admins by their history. */
export const declineDraft = (
  deps: Deps,
  actor: UserActor,
): Promise<z.infer<typeof Nothing>> =>
  inTransaction(deps, async (inner) => {
    await lockPeople(inner.em, [actor.id]);
    if (await deleteDraft(inner.em, actor.id)) {
      await recordEvent(inner, actor, {
        type: 'user.uninvited',
        after: { withdrawn: 1 },
      });
    }
    return { data: null };
  });
