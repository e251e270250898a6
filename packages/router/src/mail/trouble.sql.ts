import { type Executor, preparedRow, preparedSql } from '@namecard/db';
import type { MisconfiguredReason, RefusedReason, RetryReason } from '@namecard/email';
import { sql } from 'kysely';
import { among, heldReasons } from './provider-hold.sql.ts';

/** Reasons that concern our account or connection, not one mail, if it is queued. */
const isRefusal = among({
  ...heldReasons,
  greeting_refused: true,
  rate_limited: true,
} satisfies Record<
  | MisconfiguredReason
  | Extract<RetryReason, 'rate_limited'>
  | Extract<RefusedReason, `message_${string}`>,
  true
>);

/**
 * The provider refuses us, or a mail has waited for a minute. Reads only the
 * outbox, so all instances agree. A first try in progress does not count. A refusal
 * comes first: while the provider refuses one mail, others are not tried.
 */
export const findTrouble = preparedSql(
  () => sql<{ reason: string }>`
    select coalesce(o.outcome, 'not_tried') as reason from outbox o
    where o.state = 'queued' and not o.held and (o.outcome is not null or o.attempts = 0) and (
      ${isRefusal} or o.due_since < current_instant() - interval '1 minute'
    )
    order by coalesce(${isRefusal}, false) desc, o.due_since limit 1
  `,
);

/** `oldest`: seconds since the oldest unheld mail was due. */
export type Queue = { queued: number; held: number; oldest: number };

const countQueue = preparedRow(
  () => sql<Queue>`
    select count(*)::int as queued, count(*) filter (where held)::int as held,
      coalesce(extract(epoch from current_instant() - min(due_since) filter (where not held)), 0)::float8 as oldest
    from outbox where state = 'queued'
  `,
);

export const readQueue = async (em: Executor): Promise<Queue> =>
  (await countQueue(em)) ?? { queued: 0, held: 0, oldest: 0 };
