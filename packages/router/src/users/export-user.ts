import { type Executor, readInstant, readPersonalData } from '@namecard/db';
import type { z } from 'zod';
import type { UserActor } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { isoInstant } from '../text.ts';
import { inSnapshot } from '../transaction.ts';
import type { PersonalData } from './schemas.ts';

/** Rows of each table in an answer: as many as an account may have profiles by default. */
const mostRows = 1_000;

/** All that is held of a user, the newest rows of each table, in a snapshot that the caller took. */
export async function exportOf(
  em: Executor,
  userId: string,
): Promise<z.infer<typeof PersonalData>> {
  const records: Record<string, Record<string, unknown>[]> = {};
  const shortened: string[] = [];
  for await (const { table, rows, isMore } of readPersonalData(em, userId, {
    first: mostRows,
  })) {
    records[table] = rows;
    if (isMore) {
      shortened.push(table);
    }
  }
  return { data: { at: isoInstant(await readInstant(em)), records, shortened } };
}

/** All that is held of the actor. */
export const exportMe = (deps: Deps, { id }: Pick<UserActor, 'id'>) =>
  inSnapshot(deps, ({ em }) => exportOf(em, id));

/**
 * The same of anybody, whole however long it is: JSON in parts, which are one document put one after the other. For whoever runs the
 * service.
 */
export async function* exportWhole(em: Executor, userId: string): AsyncGenerator<string> {
  yield `{"at":${JSON.stringify(isoInstant(await readInstant(em)))},"records":{`;
  let last: string | undefined;
  let separator = '';
  for await (const { table, rows } of readPersonalData(em, userId)) {
    if (table !== last) {
      yield `${last === undefined ? '' : '],'}${JSON.stringify(table)}:[`;
      separator = '';
    }
    last = table;
    for (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',\n';
    }
  }
  yield ']}}\n';
}
