import { allRows, type Executor } from '@namecard/db';

export const findAddresses = (em: Executor, ids: readonly string[]) =>
  allRows(em)<{ id: string; address: string }>`
    select id, email_key as address from users where id = any(${ids}::uuid[])
  `;
