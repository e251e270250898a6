import { preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../../context.ts';
import {
  isOfLastHour,
  isSourceUsedUp,
  isUsedUp,
  levelOfAll,
  ofAll,
  present,
} from './levels.sql.ts';

/** What keeps mail to strangers waiting. */
export type Brake = {
  /** The bucket of all: mail whose askers have tokens waits. */
  byAll: boolean;
  /** That of a source. */
  bySource: boolean;
  /** That of an IP address from which most mail is asked for, and whose requests carry no proxy's header. */
  byUnforwarded: boolean;
};

const isTurnUsedUp = sql<boolean>`(
  ${isSourceUsedUp('ip', sql`t.ip`)} or ${isSourceUsedUp('network', sql`t.network`)}
  or ${isSourceUsedUp('allocation', sql`t.allocation`)}
)`;

/** Whether nothing is left for all but, at most, what is taken at the next look, while a mail waits whose asker has tokens. */
const isHeldByAll = (mailsPerHour: RawBuilder<number>) => sql<boolean>`(
  (select ${isUsedUp(sql`b.full_at`, levelOfAll(mailsPerHour), 1)} from budgets b where ${ofAll})
  and exists (select from mail_turns t where not ${isTurnUsedUp})
)`;

/** Mails of the last hour and turns that wait, of an IP address or of all. */
const askedFrom = (isOf: (ip: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(
  (select count(*) from network_mails m where ${isOfLastHour} and ${isOf(sql`m.ip`)})
  + (select count(*) from mail_turns other where ${isOf(sql`other.ip`)})
)`;

const brakeOfAll = (mailsPerHour: RawBuilder<number>) => sql<Pick<Brake, 'byAll'>>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll"
`;

const brake = (mailsPerHour: RawBuilder<number>) => sql<Brake>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll",
    exists (select from mail_turns t where ${isTurnUsedUp}) as "bySource",
    exists (
      select from (select distinct ip from mail_turns where not is_forwarded) t
      where ${isSourceUsedUp('ip', sql`t.ip`)}
        and ${askedFrom((ip) => sql`${ip} = t.ip`)} * 2 > ${askedFrom(() => sql`true`)}
    ) as "byUnforwarded"
`;

export type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

/** What the brake keeps waiting over all. */
export const readBrakeOfAll = preparedSql((value: Value<BudgetSettings>) =>
  brakeOfAll(value('mailsPerHour')),
);

/** What the brake keeps waiting, and whom. */
export const readBrake = preparedSql((value: Value<BudgetSettings>) =>
  brake(value('mailsPerHour')),
);
