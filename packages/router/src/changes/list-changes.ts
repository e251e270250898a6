import { readCursor, writeCursor } from '@namecard/db';
import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import { type ChangeRow, type Feed, readChanges, readFeed } from './changes.sql.ts';
import { cursorExpired } from './errors.ts';
import type { ListChangesInput } from './schemas.ts';
import { changeView } from './view.ts';

/** A feed, and the number of its last change that was read. */
const cursorShape = /^c ([0-9a-f-]{36}) (\d{1,15})$/;

/** The number that a cursor comes after. Gives `INPUT_INVALID` for what is none, `CURSOR_EXPIRED` for another feed's. */
function numberOf(feed: Feed, cursor: string): number {
  const [feedId, number] = readCursor(cursorShape, cursor) ?? [];
  if (feedId === undefined) {
    throw invalidField('cursor', 'Must be the nextCursor of an answer before.');
  }
  if (feedId !== feed.id) {
    throw cursorExpired();
  }
  return Number(number);
}

/** Throws where changes are missing after a number: the feed has no gaps but by what is kept no longer. */
function requireWhole(feed: Feed, after: number, rows: readonly ChangeRow[]): void {
  const reached = rows.at(-1)?.number ?? feed.last;
  if (reached - after !== rows.length) {
    throw cursorExpired();
  }
}

/**
 * The next changes after a cursor, each exactly once to whoever follows the cursors: numbers are given to what is committed, so
 * nothing comes behind one. Read on the primary, which knows every number that was given. Gives `INPUT_INVALID`,
 * `CURSOR_EXPIRED`.
 */
export async function listChanges(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  { cursor, from, limit }: z.infer<typeof ListChangesInput>,
) {
  const feed = await readFeed(em);
  const start = from === 'now' ? feed.last : 0;
  const after = cursor === undefined ? start : numberOf(feed, cursor);
  const rows = await readChanges(em, after, limit);
  if (cursor !== undefined) {
    requireWhole(feed, after, rows);
  }
  const reached = rows.at(-1)?.number ?? feed.last;
  return {
    data: {
      changes: rows.map((row) => changeView(row, settings)),
      nextCursor: writeCursor('c', feed.id, reached),
    },
  };
}
