import {
  type Executor,
  isoInstant,
  readInstant,
  readPersonalData,
  type Whom,
} from '@namecard/db';
import type { z } from 'zod';
import type { UserActor } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { inSnapshot } from '../transaction.ts';
import type { PersonalData } from './schemas.ts';

/** Rows per table: as many as an account's profiles by default. */
const mostRows = 1_000;

/**
 * The newest rows of each table. The caller provides the snapshot.
 * @param most most rows of a table; operators get all
 */
export async function exportOf(
  em: Executor,
  whom: Whom,
  most = mostRows,
): Promise<z.infer<typeof PersonalData>> {
  const tables = await readPersonalData(em, whom, most + 1);
  const records = Object.fromEntries(
    tables.map(({ table, rows }) => [table, rows.slice(0, most)]),
  );
  const shortened = tables
    .filter(({ rows }) => rows.length > most)
    .map(({ table }) => table);
  return { data: { at: isoInstant(await readInstant(em)), records, shortened } };
}

export const exportMe = (deps: Deps, { id }: Pick<UserActor, 'id'>) =>
  inSnapshot(deps, ({ em }) => exportOf(em, { userId: id }));
