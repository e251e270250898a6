import { allRows, type Executor } from '@namecard/db';
import { isActCodeLive } from './act-codes.sql.ts';
import { caseDays, isYounger, longMinutes, moveMinutes } from './challenges.sql.ts';

/** The ids of the secret keys that seal webhook secrets. */
export async function readSealingKeys(em: Executor): Promise<string[]> {
  const rows = await allRows(em)<{ keyId: string }>`
    select distinct key_id as "keyId" from webhook_endpoints
  `;
  return rows.map(({ keyId }) => keyId);
}

/**
 * Counts what has valid codes, by the id of their secret key. A change of an address that
 * waits may happen late, and its notices then need their code.
 */
export async function countLiveChallenges(em: Executor): Promise<Map<string, number>> {
  const rows = await allRows(em)<{ keyId: string; count: number }>`
    select key_id as "keyId", count(*)::int as count from (
      select key_id from challenges c where ${isYounger(longMinutes)}
      union all
      select key_id from act_codes where ${isActCodeLive}
      union all
      select key_id from moves where closed_at is null and current_instant() < coalesce(
        undo_until, case when due_at is not null then timestamptz 'infinity' end,
        asked_at + case when is_case then make_interval(days => ${caseDays}) else make_interval(mins => ${moveMinutes}) end
      )
    ) live group by key_id
  `;
  return new Map(rows.map(({ keyId, count }) => [keyId, count]));
}
