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

/** Queries that any moderation action may change, without the list of profiles: its rows never move by themselves. */
const anywhere = [trpc.events, trpc.moderation, trpc.users.search, trpc.users.inspect];

/** Reads again everything on the page that an action on profiles may have changed. */
export async function readProfilesAgain(results: readonly RowResult[]): Promise<void> {
  const rows = Promise.all([readRows(results), invalidate([trpc.profiles.inspect])]);
  reading.set(rows.catch(() => undefined));
  await Promise.all([reading.get(), invalidate([...anywhere, trpc.profiles.tally])]);
}

/** The same for an action on a user, with the lists of profiles, which show their owners. */
export const readUsersAgain = () =>
  invalidate([...anywhere, trpc.profiles.search, trpc.profiles.inspect]);
