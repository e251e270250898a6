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
  or ${isSourceUsedUp('allocation', sql`t.allocation`)}
)`;

/** The last bucket token counts as spent, because the next claim may spend it. */
const isHeldByAll = (mailsPerHour: RawBuilder<number>) => sql<boolean>`(
  (select ${isUsedUp(sql`b.full_at`, levelOfAll(mailsPerHour), 1)} from budgets b where ${ofAll})
  and exists (select from mail_turns t where not ${isTurnUsedUp})
)`;

/** Mails of the last hour plus waiting turns. */
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

export const readBrakeOfAll = preparedSql((value: Value<BudgetSettings>) =>
  brakeOfAll(value('mailsPerHour')),
);

export const readBrake = preparedSql((value: Value<BudgetSettings>) =>
  brake(value('mailsPerHour')),
);
