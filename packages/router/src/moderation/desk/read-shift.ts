import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { inSnapshot } from '../../transaction.ts';
import { findHandOvers } from './notes.sql.ts';
import type { Shift } from './schemas.ts';
import {
  type CloserRow,
  countClosers,
  countTurnover,
  countUndone,
  findChanger,
  readSince,
} from './shift.sql.ts';
import { handOverView } from './view.ts';

/** Most notes for the next shift in an answer. */
const handOversShown = 5;

/** Closers with an account. */
const peopleAmong = (rows: readonly CloserRow[]) =>
  rows.flatMap(({ id, email, ...counts }) =>
    id === null || email === null ? [] : { id, email, ...counts },
  );

/**
 * The desk since the actor's last hand-over. Items that the actor may not know of are
 * left out.
 */
export const readShift = (
  deps: Deps,
  actor: SignedInUser,
): Promise<z.infer<typeof Shift>> =>
  inSnapshot(deps, async ({ em, settings }) => {
    const viewer = viewerOf(actor, { settings });
    const since = await readSince(em, actor.id);
    const closers = await countClosers(em, viewer, since);
    const handOvers = await findHandOvers(em, handOversShown);
    return {
      data: {
        since: isoInstant(since),
        ...(await countTurnover(em, viewer, since)),
        closed: closers.reduce((sum, { closed }) => sum + closed, 0),
        closingActs: closers.reduce((sum, { acts }) => sum + acts, 0),
        ...(await countUndone(em, viewer, since)),
        closers: peopleAmong(closers),
        changer: (await findChanger(em, viewer, since)) ?? null,
        handOvers: handOvers.map(handOverView),
      },
    };
  });
