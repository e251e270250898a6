import { type Executor, firstRow, statements } from '@namecard/db';

/** Stores the check if none is stored yet. Returns the stored one. */
export async function keepHashCheck(em: Executor, check: string): Promise<string> {
  const stored = await readHashCheck(em);
  if (stored !== null) {
    return stored;
  }
  const row = await firstRow(em)<{ check: string }>`
    update change_feeds set hash_check = coalesce(hash_check, ${check}) returning hash_check as check
  `;
  return row?.check ?? check;
}

/** Null until the first start. */
export async function readHashCheck(em: Executor): Promise<string | null> {
  const row = await statements(em)
    .selectFrom('change_feeds')
    .select('hashCheck')
    .executeTakeFirst();
  return row?.hashCheck ?? null;
}
