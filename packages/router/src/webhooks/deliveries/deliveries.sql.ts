import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** Deliveries made of one endpoint by one statement, and how many of those may wait for their first try. */
const chunk = 500;
const longestQueue = 1_000;

/**
 * Seconds for which a claimed delivery is one worker's; then, if it crashed, another takes it up. The sender gives up after 10,
 * which leaves 20 to record what came of it.
 */
const leaseSeconds = 30;

const now = sql`current_instant()`;

/**
 * Makes deliveries of the changes after each endpoint's cursor, and moves that on, in one statement: of any number of instances one
 * makes each. An endpoint that has failed for ten minutes is given one a minute, which tells whether it is one change that it does not
 * take or all of them; its cursor waits. Returns how many were made.
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

/** What a try takes: whom to tell of which change. `attempts` counts this one. */
export type DueDelivery = {
  endpointId: string;
  number: number;
  attempts: number;
  /** Of the feed: another one where the database was copied, and numbers may mean other changes. */
  feedId: string;
  url: string;
  keyId: string;
  secret: Buffer;
  /** The one before, where it still signs. */
  previousSecret: Buffer | null;
};

type Claim = {
  /** Which may be taken: those that have failed before (true), which come first, those that were never tried (false), or both. */
  repeats: boolean[];
  /** The endpoint of each delivery that is being sent. */
  sending: string[];
  /** How many more may be sent at a time. */
  places: number;
  keyIds: string[];
};

const sending = sql`
  (select id from change_feeds) as "feedId", e.url, e.key_id as "keyId", e.secret,
  case when e.previous_until > ${now} then e.previous_secret end as "previousSecret"
`;

/** How many deliveries of endpoint `e` are being sent. */
const underWay = (value: Value<Claim>) =>
  sql`cardinality(array_positions(${value('sending')}::uuid[], e.id))`;

/**
 * Takes the delivery that is due next, of the endpoint that is being sent the fewest, for `leaseSeconds`: no other worker is given
 * it meanwhile. None of an endpoint that is being sent as many as there are places left: endpoints that hang, fewer than there are
 * places in all, leave some to the others. None either of one whose secret is sealed under a key that only other instances have.
 * The rows that it looks at and leaves are locked for as long as the statement lasts.
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

/** Nobody has begun another try since. */
const isLastTry = (value: Value<Tried>): RawBuilder<unknown> =>
  sql`state = 'waiting' and attempts = ${value('attempts')}::int`;

/** Records that the endpoint accepted it: by whichever try that was. */
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
 * Records that it did not. After a day the delivery is set aside, and an endpoint that has accepted nothing for one is switched off,
 * with a mail to the admins: by one of any number of workers; at once where it said that it is gone. Returns what was done, where
 * this was the last try.
 */
export const recordFailed = preparedSql(
  (value: Value<Tried & { outcome: string; seconds: number; isGone: boolean }>) => sql<{
    isSetAside: boolean;
    isSwitchedOff: boolean;
  }>`
    with failed as (
      update webhook_deliveries set outcome = ${value('outcome')},
        state = case when due_since <= ${now} - interval '1 day' then 'set_aside' else state end,
        settled_at = case when due_since <= ${now} - interval '1 day' then ${now} end,
        next_at = ${now} + make_interval(secs => ${value('seconds')}::int)
      where ${isTried(value)} and ${isLastTry(value)} returning endpoint_id, state
    ),
    noted as (
      update webhook_endpoints e set failing_since = coalesce(failing_since, ${now}),
        state = case when failing_since is null and not ${value('isGone')}::boolean then e.state else 'failed' end,
        mail_due_at = case when failing_since is not null or ${value('isGone')}::boolean then ${now} end
      from failed where e.id = endpoint_id and e.state = 'on'
        and (${value('isGone')}::boolean or coalesce(failing_since <= ${now} - interval '1 day', true))
      returning e.state
    )
    select state = 'set_aside' as "isSetAside", exists (select from noted where state = 'failed') as "isSwitchedOff" from failed
  `,
);

/** Forgets a delivery of a change that is kept no longer: there is nothing left to tell. */
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

/** How webhooks are doing: seconds, 0 where there is nothing to wait for, and endpoints. */
export type WebhookFigures = {
  /** For how long the delivery that has waited longest for its next try has been due. */
  oldestSeconds: number;
  /** For how long the endpoint that has accepted nothing for longest has failed. */
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
