import { queryClient } from '../query-client.ts';
import { createStore } from '../store.ts';
import { trpc } from '../trpc.ts';
import { readRows } from './profiles/rows.ts';
import type { RowResult } from './rejections.ts';

const reading = createStore<Promise<unknown>>(Promise.resolve());

/** Until what the last moderation action changed is read again: what is done next is decided on that. */
export const upToDate = async (): Promise<void> => {
  await reading.get();
};

const invalidate = (parts: readonly { pathFilter: () => object }[]) =>
  Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));

/** What any moderation action may have changed. The list of profiles is not in it: its rows never move by themselves. */
const anywhere = [trpc.events, trpc.moderation, trpc.users.search, trpc.users.inspect];

/** Reads again what was done to profiles, where it is shown. */
export async function readProfilesAgain(results: readonly RowResult[]): Promise<void> {
  const rows = Promise.all([readRows(results), invalidate([trpc.profiles.inspect])]);
  reading.set(rows.catch(() => undefined));
  await Promise.all([reading.get(), invalidate([...anywhere, trpc.profiles.tally])]);
}

/** Reads again what was done to a user, where it is shown: with the lists of profiles, which show their owners. */
export const readUsersAgain = () =>
  invalidate([...anywhere, trpc.profiles.search, trpc.profiles.inspect]);
