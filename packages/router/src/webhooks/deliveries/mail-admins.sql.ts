import { type Executor, firstRow } from '@namecard/db';

/** Switched off because it is gone, or accepted nothing for a day. */
type SwitchedOff = { url: string; isGone: boolean };

/** Undefined if it is switched on again, or removed. */
export const readSwitchedOff = (
  em: Executor,
  id: string,
): Promise<SwitchedOff | undefined> =>
  firstRow(em)<SwitchedOff>`
    select url, failing_since > current_instant() - interval '1 day' as "isGone"
    from webhook_endpoints where id = ${id} and state = 'failed'
  `;
