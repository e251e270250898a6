import { readAgain, trpc } from '../trpc.ts';
import { readDeskAgain } from './desk/read-desk.ts';
import { readRows } from './profiles/rows.ts';
import type { RowResult } from './rejections.ts';

type Row = Pick<RowResult, 'id' | 'label'>;

/**
 * Milliseconds without another action, so that many fast actions cause one
 * reload.
 */
const pause = 500;

let changed: readonly Row[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

async function readChanged(): Promise<void> {
  const rows = changed;
  changed = [];
  const { desk, profiles, users, undoable } = trpc.moderation;
  await Promise.all([
    readRows(rows),
    readAgain(trpc.audit, desk.counts, desk.waves, undoable, users),
    readAgain(profiles.inspect, profiles.countMatching, desk.inspect),
  ]);
}

/**
 * Reloads, after a pause, everything that an action on profiles may have changed.
 * Their list only updates its rows and never moves.
 */
export function readProfilesAgain(results: readonly Row[]): void {
  changed = [...changed, ...results];
  clearTimeout(timer);
  timer = setTimeout(() => void readChanged(), pause);
}

/** Reloads everything. Lists of profiles show owners too. */
export const readAllAgain = () =>
  Promise.all([readAgain(trpc.audit, trpc.moderation, trpc.webhooks), readDeskAgain()]);
