import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { readRows } from '../profiles/read-rows.ts';
import type { ActResult } from './refusals.ts';

let reading: Promise<unknown> = Promise.resolve();

/** Until what the last act changed is read again: what is done next is decided on that. */
export const upToDate = async (): Promise<void> => {
  await reading;
};

/** Everything beside the rows that tells of what an act may have changed. */
const elsewhere = [
  trpc.profiles.tally,
  trpc.events,
  trpc.moderation,
  trpc.users.search,
  trpc.users.inspect,
] as const;

/** Reads again what an act may have changed, where it is shown. */
export async function readAgain(results: readonly ActResult[]): Promise<void> {
  const rows = Promise.all([
    readRows(results),
    queryClient.invalidateQueries(trpc.profiles.inspect.pathFilter()),
  ]);
  reading = rows.catch(() => undefined);
  await Promise.all([
    reading,
    ...elsewhere.map((part) => queryClient.invalidateQueries(part.pathFilter())),
  ]);
}
