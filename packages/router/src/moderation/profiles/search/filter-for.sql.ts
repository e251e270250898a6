import { type Executor, statements } from '@namecard/db';

/** Locks the account with an address in lower case against erasure. */
export async function lockAddressed(
  em: Executor,
  address: string,
): Promise<string | null> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('emailKey', '=', address)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id ?? null;
}
