import { type Executor, isoInstant, readInstant, readPersonalData } from '@namecard/db';
import type { z } from 'zod';
import type { UserActor } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { inSnapshot } from '../transaction.ts';
import type { PersonalData } from './schemas.ts';

/** Rows per table: as many as an account's profiles by default. */
const mostRows = 1_000;

/** The newest rows of each table. The caller provides the snapshot. */
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

export const exportMe = (deps: Deps, { id }: Pick<UserActor, 'id'>) =>
  inSnapshot(deps, ({ em }) => exportOf(em, id));

/**
 * The same without a limit, for operators. The parts form one JSON document.
 * @param besides what else the document has
 */
export async function* exportWhole(
  em: Executor,
  userId: string,
  besides: Record<string, unknown> = {},
): AsyncGenerator<string> {
  const head = JSON.stringify({ at: isoInstant(await readInstant(em)), ...besides });
  yield `${head.slice(0, -1)},"records":{`;
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
