import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** Deliveries per statement and endpoint, and most that wait for a first try. */
const chunk = 500;
const longestQueue = 1_000;

/** Seconds of the lease. The sender gives up after 10, so 20 remain to record. */
const leaseSeconds = 30;

const now = sql`current_instant()`;

/**
 * Makes deliveries of the changes after each endpoint's cursor, and moves the
 * cursor. Of all instances, one makes each delivery. An endpoint that has failed
 * for ten minutes gets one a minute. That shows whether it refuses one change or
 * all. Its cursor waits meanwhile.
 */
export const makeDeliveries = preparedSql(
  () => sql<{ made: number }>`
    with locked as materialized (
      select id, kinds, cursor, coalesce(failing_since > ${now} - interval '10 minutes', true) as "isWell"
      from webhook_endpoints e
      where state = 'on' and cursor < (select last_number from change_feeds)
        and (
          coalesce(failing_since > ${now} - interval '10 minutes', true)
          or not exists (
            select from webhook_deliveries where endpoint_id = e.id and state = 'waiting'
              and due_since > ${now} - interval '1 minute'
          )
        )
        and not exists (
          select from webhook_deliveries where endpoint_id = e.id and state = 'waiting' and (attempts > 0) = false
          offset ${sql.lit(longestQueue)}
        )
      for no key update skip locked
    ),
    next as (
      select locked.id, c.number, c.kind = any(locked.kinds) as "isTold" from locked cross join lateral (
        select number, kind from changes where number > locked.cursor order by number
        limit case when locked."isWell" then ${sql.lit(chunk)} else 1 end
      ) c
    ),
    made as (
      insert into webhook_deliveries (endpoint_id, number, due_since, next_at)
      select id, number, ${now}, ${now} from next where "isTold" returning 1
    ),
    moved as (
      update webhook_endpoints e set cursor = reached.number
      from (select id, max(number) as number from next group by id) reached where e.id = reached.id
    )
    select count(*)::int as made from made
  `,
);

/** Everything that a try needs. `attempts` counts this try. */
export type DueDelivery = {
  endpointId: string;
  number: number;
  attempts: number;
  /** When this try began. */
  at: string;
  /** Copied databases have another feed, whose numbers mean other changes. */
  feedId: string;
  url: string;
  keyId: string;
  secret: Buffer;
  /** The replaced secret, while it still signs. */
  previousSecret: Buffer | null;
};

type Claim = {
  /** True for retries, which come first, false for first tries. */
  repeats: boolean[];
  /** The endpoint of each delivery in progress. */
  sending: string[];
  /** How many more deliveries this instance can send in parallel. */
  places: number;
  keyIds: string[];
};

const sending = sql`
  ${now} as at, (select id from change_feeds) as "feedId", e.url, e.key_id as "keyId", e.secret,
  case when e.previous_until > ${now} then e.previous_secret end as "previousSecret"
`;

/** How many deliveries of endpoint `e` are in progress. */
const underWay = (value: Value<Claim>) =>
  sql`cardinality(array_positions(${value('sending')}::uuid[], e.id))`;

/**
 * Claims the next due delivery for `leaseSeconds`, of the endpoint with the
 * fewest in progress. Skips endpoints with as many in progress as places are
 * free: hanging ones leave some to others. Also skips endpoints with secrets
 * under another instance's key.
 */
export const claimDelivery = preparedSql(
  (value: Value<Claim>) => sql<DueDelivery>`
    with chosen as (
      select due.endpoint_id, due.number
      from webhook_endpoints e cross join unnest(${value('repeats')}::boolean[]) asked (is_repeat) cross join lateral (
        select endpoint_id, number, next_at from webhook_deliveries
        where endpoint_id = e.id and state = 'waiting' and (attempts > 0) = asked.is_repeat and next_at <= ${now}
        order by next_at, number limit 1 for no key update skip locked
      ) due
      where e.state = 'on' and ${underWay(value)} < ${value('places')}::int and e.key_id = any(${value('keyIds')}::text[])
      order by asked.is_repeat desc, ${underWay(value)}, due.next_at limit 1
    )
    update webhook_deliveries d
    set attempts = attempts + 1, next_at = ${now} + make_interval(secs => ${sql.lit(leaseSeconds)})
    from chosen join webhook_endpoints e on e.id = chosen.endpoint_id
    where d.endpoint_id = chosen.endpoint_id and d.number = chosen.number
    returning d.endpoint_id as "endpointId", d.number::float8 as number, d.attempts, ${sending}
  `,
);

type Tried = Pick<DueDelivery, 'endpointId' | 'number' | 'attempts'>;

const isTried = (value: Value<Tried>) => sql`
  endpoint_id = ${value('endpointId')}::uuid and number = ${value('number')}::bigint
`;

/** Whether no other try has begun since. */
const isLastTry = (value: Value<Tried>): RawBuilder<unknown> =>
  sql`state = 'waiting' and attempts = ${value('attempts')}::int`;

/** Any try may record success, not only the last one. */
export const recordAccepted = preparedSql(
  (value: Value<Tried & { outcome: string }>) => sql`
    with delivered as (
      update webhook_deliveries set state = 'delivered', outcome = ${value('outcome')}, settled_at = ${now}
      where ${isTried(value)} and state <> 'delivered' returning endpoint_id
    )
    update webhook_endpoints e set accepted_at = ${now}, failing_since = null from delivered
    where e.id = endpoint_id
      and (failing_since is not null or coalesce(accepted_at < ${now} - interval '1 minute', true))
  `,
);

/**
 * Records a failure. After a day the delivery is set aside. An endpoint that is
 * gone, or has accepted nothing for a day, is switched off. Returns nothing if another
 * try has begun, or the endpoint has another address now.
 */
export const recordFailed = preparedSql(
  (
    value: Value<
      Pick<DueDelivery, keyof Tried | 'url'> & {
        outcome: string;
        seconds: number;
        isGone: boolean;
      }
    >,
  ) => sql<{
    isSetAside: boolean;
    isSwitchedOff: boolean;
  }>`
    with failed as (
      update webhook_deliveries set outcome = ${value('outcome')},
        state = case when due_since <= ${now} - interval '1 day' then 'set_aside' else state end,
        settled_at = case when due_since <= ${now} - interval '1 day' then ${now} end,
        next_at = ${now} + make_interval(secs => ${value('seconds')}::int)
      where ${isTried(value)} and ${isLastTry(value)}
        and exists (select from webhook_endpoints e where e.id = endpoint_id and e.url = ${value('url')})
      returning endpoint_id, state
    ),
    noted as (
      update webhook_endpoints e set failing_since = coalesce(failing_since, ${now}),
        state = case when failing_since is null and not ${value('isGone')}::boolean then e.state else 'failed' end
      from failed where e.id = endpoint_id and e.state = 'on' and e.url = ${value('url')}
        and (${value('isGone')}::boolean or coalesce(failing_since <= ${now} - interval '1 day', true))
      returning e.state
    )
    select state = 'set_aside' as "isSetAside", exists (select from noted where state = 'failed') as "isSwitchedOff" from failed
  `,
);

/** For a change that is deleted, so there is nothing to send. */
export const dropDelivery = (em: Executor, { endpointId, number }: Tried) =>
  statements(em)
    .deleteFrom('webhook_deliveries')
    .where('endpointId', '=', endpointId)
    .where('number', '=', number)
    .execute();

/** Makes a claimed delivery due again that nobody began to send. */
export const giveBackDelivery = preparedSql(
  (value: Value<Tried>) => sql`
    update webhook_deliveries set attempts = attempts - 1, next_at = ${now} where ${isTried(value)} and ${isLastTry(value)}
  `,
);

/** Seconds are 0 if nothing waits or fails. */
export type WebhookFigures = {
  /** How long the oldest waiting delivery has been due. */
  oldestSeconds: number;
  /** How long the longest failing endpoint has failed. */
  failingSeconds: number;
  switchedOff: number;
};

export const readWebhookFigures = preparedSql(
  () => sql<WebhookFigures>`
    select coalesce(extract(epoch from ${now} - min(e.failing_since)), 0)::float8 as "failingSeconds",
      greatest(0, coalesce(extract(epoch from ${now} - min(first.next_at)), 0))::float8 as "oldestSeconds",
      (select count(*)::int from webhook_endpoints where state = 'failed') as "switchedOff"
    from webhook_endpoints e cross join (values (true), (false)) tried (is_repeat) left join lateral (
      select next_at from webhook_deliveries
      where endpoint_id = e.id and state = 'waiting' and (attempts > 0) = tried.is_repeat order by next_at limit 1
    ) first on true
    where e.state = 'on'
  `,
);
