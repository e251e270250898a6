import { isoInstant } from '@namecard/db';
import { linksOf } from '@namecard/look/socials';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { readPage } from '../../cursor.ts';
import { usernameKey } from '../../usernames.ts';
import { inSnapshot } from '../../transaction.ts';
import { loadModerated } from '../profiles/profiles.sql.ts';
import {
  findAppeal,
  findOthers,
  findOwner,
  findRemoved,
  findReports,
  findSeen,
} from './case.sql.ts';
import { itemNotFound } from './errors.ts';
import { findItem, type ItemRow, inTurn, listOpen } from './items.sql.ts';
import { findNotes } from './notes.sql.ts';
import type {
  DeskCounts,
  DeskItem,
  InspectedItem,
  ItemList,
  ItemName,
  ListItemsInput,
} from './schemas.ts';
import { itemView, noteView, reportView } from './view.ts';
import { countFree, visibleTo } from './viewer.ts';

/** Items with their cards, in the same order. */
export async function viewsOf(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  rows: readonly ItemRow[],
): Promise<z.infer<typeof DeskItem>[]> {
  const cards = await loadModerated(
    em,
    rows.flatMap(({ profileId }) => profileId ?? []),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return rows.map((row) =>
    itemView({ actor, settings }, row, byId.get(row.profileId ?? '')),
  );
}

export const readCounts = async (
  deps: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
): Promise<z.infer<typeof DeskCounts>> => ({
  data: { lanes: await countFree(actor, deps) },
});

/** Includes leased items. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function listItems(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  { lane, ...page }: z.infer<typeof ListItemsInput>,
): Promise<z.infer<typeof ItemList>> {
  const { page: rows, nextCursor } = await readPage(inTurn, page, (asked) =>
    listOpen(em, visibleTo(actor, { settings }), { lane, ...asked }),
  );
  return { data: { items: await viewsOf({ em, settings }, actor, rows), nextCursor } };
}

/** An item with everything for its decision. Fails with `ITEM_NOT_FOUND`. */
export const inspectItem = (
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof ItemName>,
): Promise<z.infer<typeof InspectedItem>> =>
  inSnapshot(deps, async ({ em, settings, hashes }) => {
    const isVisible = visibleTo(actor, { settings });
    const row = await findItem(em, isVisible, id);
    const [item] = row ? await viewsOf({ em, settings }, actor, [row]) : [];
    if (!row || !item) {
      throw itemNotFound();
    }
    const { profileId, userId } = row;
    const subject = profileId ?? userId;
    const others = await findOthers(em, isVisible, { id, subject });
    const last = profileId === null ? undefined : await findSeen(em, profileId);
    const isForTeam = actor.kind !== 'key';
    const reports =
      isForTeam && profileId !== null ? await findReports(em, isVisible, profileId) : [];
    const notes = isForTeam ? await findNotes(em, userId, profileId) : [];
    const { username } = item.profile ?? {};
    const hash = username && hashes.of('usernames', usernameKey(username));
    const removed = hash ? await findRemoved(em, { userId, hash }) : [];
    const appeal = await findAppeal(em, subject);
    const { since, ...owner } = await findOwner(em, userId);
    const unreported = isForTeam ? {} : { reports: 0, turnedDown: 0 };
    return {
      data: {
        item,
        owner: { ...owner, ...unreported, since: isoInstant(since) },
        others,
        seen: last
          ? {
              at: isoInstant(last.at),
              about: last.seen.about,
              socials: linksOf(last.seen.socials, settings.socials),
            }
          : null,
        removed: removed.map(({ at, ...card }) => ({ ...card, at: isoInstant(at) })),
        reports: reports.map(reportView),
        notes: notes.map(noteView),
        appeal: appeal ? { text: appeal.text, at: isoInstant(appeal.at) } : null,
      },
    };
  });
