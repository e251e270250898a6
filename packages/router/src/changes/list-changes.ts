import { type Executor, readCursor, writeCursor } from '@namecard/db';
import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import { type ChangeRow, type Feed, readChanges, readFeed } from './changes.sql.ts';
import { cursorExpired } from './errors.ts';
import type { ListChangesInput } from './schemas.ts';
import { changeView } from './view.ts';

/** The feed's id and the number of the last change that was read. */
const cursorShape = /^c ([0-9a-f-]{36}) (\d{1,15})$/;

/** Fails with `INPUT_INVALID`, or `CURSOR_EXPIRED` for another feed's cursor. */
function numberOf(feed: Feed, cursor: string): number {
  const [feedId, number] = readCursor(cursorShape, cursor) ?? [];
  if (feedId === undefined) {
    throw invalidField('cursor', 'Must be the nextCursor of an earlier answer.');
  }
  if (feedId !== feed.id) {
    throw cursorExpired();
  }
  return Number(number);
}

/** Numbers may lack in between: newer changes have replaced them. */
async function requireKept(
  em: Executor,
  after: number,
  reached: number,
  rows: readonly ChangeRow[],
): Promise<void> {
  if (reached - after === rows.length) return;
  // Read after the rows: old ones may have been deleted just before.
  const { keptFrom, last } = await readFeed(em);
  if (after + 1 < keptFrom || after > last) {
    throw cursorExpired();
  }
}

/**
 * A follower gets each change once. Only committed changes get numbers, so none
 * appears behind a cursor. Fails with `INPUT_INVALID`, `CURSOR_EXPIRED`.
 */
export async function listChanges(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  { cursor, from, limit }: z.infer<typeof ListChangesInput>,
) {
  const feed = await readFeed(em);
  const start = from === 'now' ? feed.last : 0;
  const after = cursor === undefined ? start : numberOf(feed, cursor);
  const rows = await readChanges(em, after, limit);
  const reached = rows.at(-1)?.number ?? feed.last;
  if (cursor !== undefined) {
    await requireKept(em, after, reached, rows);
  }
  return {
    data: {
      changes: rows.map((row) => changeView(row, settings)),
      nextCursor: writeCursor('c', feed.id, reached),
    },
  };
}
