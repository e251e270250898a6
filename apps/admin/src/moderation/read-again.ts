import { queryClient } from '../query-client.ts';
import { createStore } from '../store.ts';
import { trpc } from '../trpc.ts';
import { readRows } from './profiles/rows.ts';
import type { RowResult } from './rejections.ts';

const reading = createStore<Promise<unknown>>(Promise.resolve());

/** Waits until what the last moderation action changed is read again: the next one is checked against it. */
export const upToDate = async (): Promise<void> => {
  await reading.get();
};

const invalidate = (parts: readonly { pathFilter: () => object }[]) =>
  Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));

/** Reads again everything that an action on profiles may have changed. Their list only gets new rows: it never moves by itself. */
export async function readProfilesAgain(results: readonly RowResult[]): Promise<void> {
  const { overview, profiles, users } = trpc.moderation;
  const rows = Promise.all([readRows(results), invalidate([profiles.inspect])]);
  reading.set(rows.catch(() => undefined));
  await Promise.all([
    reading.get(),
    invalidate([trpc.audit, overview, users, profiles.countMatching]),
  ]);
}

/** Reads again everything that an action on a user may have changed: lists of profiles show their owners. */
export const readUsersAgain = () => invalidate([trpc.audit, trpc.moderation]);
