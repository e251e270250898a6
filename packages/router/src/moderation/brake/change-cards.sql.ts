import { type Executor, onlyRow } from '@namecard/db';
import type { CardAct } from './brake.ts';

/** Counts a person's waiting acts. `isKept`: this act already waits. */
export const countWaiting = (
  em: Executor,
  askedBy: string,
  { kind, subjects, reason, note, privateNote }: CardAct,
) =>
  onlyRow(em)<{ waiting: number; isKept: boolean }>`
    select count(*)::int as waiting, coalesce(bool_or(
      kind = ${kind} and subjects = ${JSON.stringify(subjects)}::jsonb and reason is not distinct from ${reason ?? null}
        and note is not distinct from ${note ?? null} and private_note is not distinct from ${privateNote ?? null}
    ), false) as "isKept"
    from waiting_acts where asked_by = ${askedBy} and state = 'waiting'
  `;
