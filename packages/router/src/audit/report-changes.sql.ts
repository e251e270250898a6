import { type Executor, statements } from '@namecard/db';

/** By the id of the user. */
export async function findAddresses(
  em: Executor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await statements(em)
    .selectFrom('users')
    .select(['id', 'emailKey'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, emailKey }) => [id, emailKey]));
}
