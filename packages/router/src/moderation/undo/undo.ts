import { ModerationAction } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { type NewEvent, recordAction, recordMore } from '../../audit/record-action.ts';
import { opposites } from '../../audit/policy.ts';
import { isOwn } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { requireUnbraked } from '../brake/brake.ts';
import { changeCards } from '../brake/change-cards.ts';
import { openChangedWhileHidden } from '../../items/open-items.sql.ts';
import { holdAgain, toggleHidden } from '../profiles/toggling.sql.ts';
import { rejected, type RowResult } from '../schemas.ts';
import { type Refuse, rejection, subjectOf, type Undoing } from './errors.ts';
import { beginUndo } from './begin-undo.ts';
import { findNamed } from './find-named.ts';
import { settleReports } from '../users/dismiss-reports.ts';
import { cardsOf, mostAtOnce } from './policy.ts';
import type { UndoInput, UndoResults } from './schemas.ts';
import { undoClosings } from './undo-closings.ts';
import { undoInvitations } from './undo-invitations.ts';
import { undoProfiles } from './undo-profiles.ts';
import { undoUsers } from './undo-users.ts';
import { actOf } from './act-of.ts';
import { type DoneEvent, findByIds, readSince } from './undo.sql.ts';

/*
 * Undoes moderation actions.
 *
 * Problem: rows may have changed since. One undo may contain several events of a
 * row.
 *
 * Plan: undo the newest event of each row, then the one before it, in layers.
 * Each layer locks its rows, users before profiles. An event is rejected if it
 * was undone already, if its row is gone, or if something later on its row
 * stands. The undo is also an action, so it can be undone too.
 *
 * Price: all rows stay locked until the last layer is done.
 */

/** Layers of the newest event of each row, the one before, and so on. */
function layersOf(newestFirst: readonly DoneEvent[]): DoneEvent[][] {
  const rows = [...Map.groupBy(newestFirst, subjectOf).values()];
  const depth = Math.max(0, ...rows.map((events) => events.length));
  return Array.from({ length: depth }, (_, layer) =>
    rows.flatMap((events) => events[layer] ?? []),
  );
}

/** Undoes events of one kind. */
async function undoKind(
  deps: Deps,
  actor: Moderator,
  begin: typeof undoUsers,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  const undoOne = await begin(deps, actor, events);
  const sinceThen = await readSince(deps.em, events);
  const undoings: Undoing[] = [];
  for (const event of events) {
    const id = subjectOf(event);
    const since = sinceThen.get(event.id);
    const label = event.username ?? since?.email ?? null;
    const refuse = (...why: Parameters<Refuse>) => rejected(id, label, ...why);
    const undone =
      rejection(actor, event, { since, refuse }) ??
      (await undoOne(event, { since, refuse }));
    if (undone && 'outcome' in undone) {
      undoings.push({ result: undone });
    } else if (undone) {
      const result = { id, label, outcome: 'done' } as const;
      undoings.push({ result, event: { ...undone, undoesId: event.id } });
    }
  }
  return undoings;
}

/** The locked cards of these events are shown, hidden or wait for a first look again. */
async function changeBack({ em, settings }: Deps, events: readonly NewEvent[]) {
  const idsOf = (isWanted: (event: NewEvent) => boolean) => ({
    ids: events.filter(isWanted).flatMap(({ profileId }) => profileId ?? []),
  });
  const isHeld = ({ after }: NewEvent) => after['held'] === true;
  const shown = idsOf((event) => event.type === 'profile.restored' && !isHeld(event));
  if (shown.ids.length > 0 && settings.review.has('changed')) {
    await openChangedWhileHidden(em, shown);
  }
  await toggleHidden(
    em,
    idsOf((event) => 'hidden' in event.after && !isHeld(event)),
  );
  await holdAgain(em, idsOf(isHeld));
}

/** Locks addresses before users before profiles, as all code does. */
async function undoLayer(
  deps: Deps,
  actor: Moderator,
  layer: readonly DoneEvent[],
): Promise<Undoing[]> {
  const kinds = Object.groupBy(layer, ({ type, profileId }) => {
    if (type === 'user.invited') {
      return 'invitations';
    }
    if (opposites[type] === 'item.reopened') {
      return 'items';
    }
    return profileId === null ? 'users' : 'profiles';
  });
  // The actor comes last: without the role they could undo nothing more.
  const place = ({ userId }: DoneEvent) => Number(isOwn(actor, userId));
  const inOrder = [
    [undoInvitations, kinds.invitations],
    [undoUsers, kinds.users?.toSorted((one, other) => place(one) - place(other))],
    [undoProfiles, kinds.profiles],
    [undoClosings, kinds.items],
  ] as const;
  const undoings: Undoing[] = [];
  for (const [begin, events] of inOrder) {
    if (events) undoings.push(...(await undoKind(deps, actor, begin, events)));
  }
  await changeBack(deps, eventsOf(undoings));
  return undoings;
}

/** One per row: done if any event was undone, else the newest rejection. */
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

/** @param pieceOf an action that has begun; without it a new one is recorded */
async function undoEvents(
  deps: Deps,
  actor: Moderator,
  named: readonly DoneEvent[],
  pieceOf: string | null = null,
) {
  const undoings: Undoing[] = [];
  let action = pieceOf;
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
    await settleReports(deps, actor, action, events);
  }
  return { action, undoings };
}

/**
 * Counts its cards towards the actor's limits. Fails with `UNDO_TAKES_ADMIN`, throws
 * `Braked`.
 */
async function undoNamed(
  deps: Deps,
  actor: Moderator,
  named: readonly DoneEvent[],
  code: string | undefined,
) {
  const { em } = deps;
  const { action, undoings } = await undoEvents(deps, actor, named);
  if (action !== null) {
    const taken = new Set(eventsOf(undoings).map(({ undoesId }) => undoesId));
    const undone = named.filter(({ id }) => taken.has(id));
    const act = await actOf(deps, actor, undone, cardsOf(undone).size);
    const recorded = await em.findOneOrFail(ModerationAction, action);
    recorded.cards = await requireUnbraked(deps, actor, { ...act, code });
    await em.flush();
  }
  return { action, results: resultsOf(undoings) };
}

/** Undoes events as a piece of an action that has begun, in the caller's transaction. */
export async function undoPiece(
  deps: Deps,
  actor: Moderator,
  action: string,
  ids: readonly string[],
): Promise<RowResult[]> {
  const named = await findByIds(deps.em, ids);
  const { undoings } = await undoEvents(deps, actor, named, action);
  return resultsOf(undoings);
}

/**
 * Moderators can undo acts on profiles, admins all. Giving a role back and suspending an
 * admin again take a code. Fails with `ACTION_NOT_FOUND`, `UNDO_TAKES_ADMIN`, `WAITS_FOR_ADMIN`,
 * `CODE_REQUIRED`, `CODE_INVALID`.
 */
export async function undo(
  deps: Deps,
  actor: Moderator,
  { code, ...input }: z.infer<typeof UndoInput>,
): Promise<z.infer<typeof UndoResults>> {
  const undoAll = async (inner: Deps) => {
    const { events, nextCursor } = await findNamed(inner, actor, input);
    if (actor.kind !== 'operator' && events.length > mostAtOnce) {
      const action = await beginUndo(inner, actor, events, code);
      return { action, results: [], nextCursor, isRunning: true };
    }
    const undone = await undoNamed(inner, actor, events, code);
    return { ...undone, nextCursor, isRunning: false };
  };
  return { data: await changeCards(deps, actor, undoAll) };
}
