import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { type NewEvent, recordAction, recordMore } from '../../audit/record-action.ts';
import { reportChange } from '../../audit/report-change.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import type { RowResult } from '../schemas.ts';
import { subjectOf, type Undoing, undoTakesAdmin } from './errors.ts';
import { findNamed } from './find-named.ts';
import { takesAdmin } from './policy.ts';
import type { UndoInput, UndoResults } from './schemas.ts';
import { undoProfiles } from './undo-profiles.ts';
import { undoUsers } from './undo-users.ts';
import type { DoneEvent } from './undo.sql.ts';

/** The newest event of each row, then the one before it of each row that has another, and so on. */
function layersOf(newestFirst: readonly DoneEvent[]): DoneEvent[][] {
  const rows = [...Map.groupBy(newestFirst, subjectOf).values()];
  const depth = Math.max(0, ...rows.map((events) => events.length));
  return Array.from({ length: depth }, (_, layer) =>
    rows.flatMap((events) => events[layer] ?? []),
  );
}

/** Users are locked before profiles, as wherever both are. */
const undoLayer = async (
  deps: Deps,
  actor: Moderator,
  layer: readonly DoneEvent[],
): Promise<Undoing[]> => [
  ...(await undoUsers(
    deps,
    actor,
    layer.filter((event) => event.profileId === null),
  )),
  ...(await undoProfiles(
    deps,
    actor,
    layer.filter((event) => event.profileId !== null),
  )),
];

/** A result for each row: that it was done where any of its events was undone, else why the newest was not. */
function resultsOf(undoings: readonly Undoing[]): RowResult[] {
  const results = new Map<string, RowResult>();
  for (const { result } of undoings) {
    if (result.outcome === 'done' || !results.has(result.id)) {
      results.set(result.id, result);
    }
  }
  return [...results.values()].toReversed();
}

const eventsOf = (undoings: readonly Undoing[]): NewEvent[] =>
  undoings.flatMap(({ event }) => event ?? []);

/** Undoes events of any rows as one action, those of the same row one after another. */
async function undoEvents(deps: Deps, actor: Moderator, named: readonly DoneEvent[]) {
  const undoings: Undoing[] = [];
  let action: string | null = null;
  for (const layer of layersOf(named)) {
    const undone = await undoLayer(deps, actor, layer);
    undoings.push(...undone);
    const events = eventsOf(undone);
    if (events.length === 0) {
      continue;
    }
    const undoing = { type: 'undo', requested: named.length } as const;
    if (action === null) {
      action = await recordAction(deps, actor, undoing, events);
    } else {
      await recordMore(deps, action, events);
    }
  }
  return { action, undoings };
}

/**
 * Undoes a moderation action, one event of it, or all that somebody has done since an instant: as an action of its own, which can be
 * undone in turn. Each row comes back to what it was before; it is rejected where something else was done to it since, where this was
 * undone already, where the row is gone, and where what was done can't be undone. For admins; for moderators what was done to
 * profiles. Gives `ACTION_NOT_FOUND`, `UNDO_TAKES_ADMIN`.
 */
export async function undo(
  deps: Deps,
  actor: Moderator,
  input: z.infer<typeof UndoInput>,
): Promise<z.infer<typeof UndoResults>> {
  const { undoings, ...undone } = await inTransaction(deps, async (inner) => {
    const { events, nextCursor } = await findNamed(inner, actor, input);
    const { action, undoings: all } = await undoEvents(inner, actor, events);
    const cards = new Set(eventsOf(all).flatMap(({ profileId }) => profileId ?? []));
    if (takesAdmin(actor, events, cards.size)) {
      throw undoTakesAdmin();
    }
    return { action, undoings: all, nextCursor };
  });
  for (const { result, event } of undoings) {
    if (event && event.userId !== null && result.label !== null) {
      reportChange(deps, actor, {
        type: event.type,
        user: event.userId,
        address: result.label,
      });
    }
  }
  return { data: { ...undone, results: resultsOf(undoings) } };
}
