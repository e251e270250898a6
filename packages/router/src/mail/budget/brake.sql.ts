import { preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../../context.ts';
import {
  isSourceUsedUp,
  isUsedUp,
  isWaiting,
  levelOfAll,
  now,
  ofAll,
  present,
} from './levels.sql.ts';

/** Which budgets delay mail to strangers now. */
export type Brake = {
  /** The shared bucket is empty, although the askers' buckets have tokens. */
  byAll: boolean;
  /** The bucket of a source is empty. */
  bySource: boolean;
  /** An IP address without proxy headers asks for most of the mail. */
  byUnforwarded: boolean;
};

const isTurnUsedUp = sql<boolean>`(
  ${isSourceUsedUp('ip', sql`t.ip`)} or ${isSourceUsedUp('network', sql`t.network`)}
)`;

/** Turns that hold a mail back. The others only pay. */
const turnsOfHeldMail = sql`
  mail_turns t join outbox o on o.recipient = t.address and o.state = 'queued' and o.held and ${isWaiting}
`;

/** The last bucket token counts as spent, because the next claim may spend it. */
const isHeldByAll = (mailsPerHour: RawBuilder<number>) => sql<boolean>`(
  (select ${isUsedUp(sql`b.full_at`, levelOfAll(mailsPerHour), 1)} from budgets b where ${ofAll})
  and exists (select from ${turnsOfHeldMail} where not ${isTurnUsedUp})
)`;

/** Requests of each IP address that were paid in the last hour or wait. */
const askers = sql`(
  select m.ip, count(*) as asks, sum(count(*)) over () as of_all,
    bool_or(m.state = 'waiting' and not m.is_forwarded) as is_unforwarded
  from mail_turns m where m.ends_at > ${now} group by m.ip
) asker`;

const brakeOfAll = (mailsPerHour: RawBuilder<number>) => sql<Pick<Brake, 'byAll'>>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll"
`;

const brake = (mailsPerHour: RawBuilder<number>) => sql<Brake>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll",
    exists (select from ${turnsOfHeldMail} where ${isTurnUsedUp}) as "bySource",
    exists (
      select from ${askers}
      where asker.is_unforwarded and asker.asks * 2 > asker.of_all and ${isSourceUsedUp('ip', sql`asker.ip`)}
    ) as "byUnforwarded"
`;

export type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

export const readBrakeOfAll = preparedSql((value: Value<BudgetSettings>) =>
  brakeOfAll(value('mailsPerHour')),
);

export const readBrake = preparedSql((value: Value<BudgetSettings>) =>
  brake(value('mailsPerHour')),
);
