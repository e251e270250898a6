import {
  allRows,
  type Database,
  type Executor,
  firstRow,
  onlyRow,
  primaryKeyOf,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { endsAt } from '../access/sessions.sql.ts';

/** Rows per statement: few, so that nobody waits long for their locks. */
const chunk = 1_000;

/** Which rows of a table are deleted. */
type Due = { table: keyof Database; where: RawBuilder<unknown> };

const before = (interval: string) => sql`current_instant() - ${interval}::interval`;

const historyKeptFrom = (months: number) => sql`history_kept_from(${months}::int)`;

/** In order of deletion: challenges go before their addresses. */
export const dueRows = ({
  sessionDays,
  auditMonths,
}: {
  sessionDays: number;
  auditMonths: number;
}): Due[] => [
  { table: 'act_codes', where: sql`asked_at < ${before('24 hours')}` },
  { table: 'challenges', where: sql`created_at < ${before('24 hours')}` },
  {
    table: 'addresses',
    where: sql`asked_at < ${before('24 hours')} and suppressed_at is null
      and coalesce(guesses[cardinality(guesses)] < ${before('24 hours')}, true)
      and not exists (select from challenges where challenges.email = addresses.email)`,
  },
  {
    table: 'rate_limits',
    where: sql`greatest(ends_at, day_ends_at) < current_instant()`,
  },
  {
    table: 'resting_usernames',
    where: sql`until < current_instant()`,
  },
  {
    table: 'network_guesses',
    where: sql`coalesce(guessed_at[cardinality(guessed_at)] < ${before('24 hours')}, true)`,
  },
  // An hour's count is needed for 24 hours after that hour.
  {
    table: 'hourly_counts',
    where: sql`hour < ${before('25 hours')}`,
  },
  {
    table: 'outbox',
    where: sql`state <> 'queued' and created_at < ${before('90 days')}`,
  },
  {
    // Keeps nothing about an address that asked for a code and never used one.
    table: 'outbox',
    where: sql`not has_account and created_at < ${before('24 hours')}
      and not exists (select from users where users.email_key = outbox.recipient)`,
  },
  {
    table: 'invitations',
    where: sql`invited_at < ${before('90 days')}`,
  },
  { table: 'never_again', where: sql`until < current_instant()` },
  {
    // A suspended account's case waits as long as the suspension, and may happen late.
    table: 'moves',
    where: sql`asked_at < ${before('90 days')} and coalesce(done_at, asked_at) < ${before('90 days')}
      and (due_at is null or needs_yes or coalesce(done_at, closed_at) is not null)`,
  },
  {
    table: 'mail_turns',
    where: sql`ends_at < current_instant()`,
  },
  // A bucket without a row is full.
  {
    table: 'budgets',
    where: sql`source <> '' and full_at < current_instant()`,
  },
  {
    table: 'webhook_deliveries',
    where: sql`settled_at < ${before('24 hours')} and state = 'delivered'`,
  },
  {
    table: 'webhook_deliveries',
    where: sql`settled_at < ${before('30 days')}`,
  },
  // Reports are deleted with their item, unless that went first.
  { table: 'reports', where: sql`gone_at < ${before('180 days')}` },
  {
    // The answer to a rejected appeal stays as long as its card or account. Reports that
    // were passed on stay as long as the second look is open.
    table: 'items',
    where: sql`closed_at < ${before('180 days')} and outcome <> 'upheld' and not exists (
      select from items look
      where look.profile_id = items.profile_id and look.kind = 'second_look' and look.closed_at is null
    )`,
  },
  {
    table: 'removed_cards',
    where: sql`removed_at < ${before('180 days')}`,
  },
  {
    table: 'notes',
    where: sql`user_id is null and at < ${before('180 days')}`,
  },
  {
    table: 'instances',
    where: sql`seen_at < ${before('24 hours')}`,
  },
  { table: 'sessions', where: sql`ended_at < ${before('30 days')}` },
  { table: 'sessions', where: sql`test_ends_at < ${before('30 days')}` },
  {
    table: 'sessions',
    // The first two conditions use `sessions_open`. Test logins end earlier.
    where: sql`ended_at is null
      and created_at < current_instant() - make_interval(days => ${sql.lit(30 + sessionDays)})
      and ${endsAt(sql.lit(sessionDays))} < ${before('30 days')}`,
  },
  {
    table: 'waiting_acts',
    where: sql`(asked_at < ${historyKeptFrom(auditMonths)} or (state = 'previewed' and asked_at < ${before('1 hour')}))`,
  },
  // The history may name a key, so keys stay as long.
  {
    table: 'service_keys',
    where: sql`least(ended_at, ends_at) < ${historyKeptFrom(auditMonths)}`,
  },
];

/** Empties the keyed hashes of a chunk of reports. Returns whether there may be more. */
export async function forgetNetworks(em: Executor): Promise<boolean> {
  const rows = await allRows(em)`
    update reports set network = '', allocation = '' where id in (
      select id from reports where network <> '' and at < ${before('30 days')} limit ${chunk} for update skip locked
    ) returning 1
  `;
  return rows.length === chunk;
}

/** Closes appeals against suspensions that have ended by themselves. */
export const withdrawAppeals = (em: Executor) =>
  sql`
    update items set closed_at = current_instant(), outcome = 'withdrawn', leased_by = null, leased_until = null, last_leased_by = null
    where kind = 'appealed' and profile_id is null and closed_at is null
      and user_id in (select id from users where suspended_until <= current_instant())
  `.execute(statements(em));

/**
 * Deletes one chunk of the changes before the first one of the last 30 days. If there
 * is none, of all numbered changes. Returns whether there may be more.
 */
export async function deleteOldChanges(em: Executor): Promise<boolean> {
  const counted = await firstRow(em)<{ deleted: number }>`
    with due as materialized (
      select number from changes where number < coalesce(
        (select number from changes where at >= ${before('30 days')} order by number limit 1),
        (select last_number + 1 from change_feeds)
      )
      order by number limit ${chunk}
    ),
    deleted as (delete from changes using due where changes.number = due.number)
    update change_feeds set kept_from = greatest(kept_from, (select max(number) + 1 from due))
    where exists (select from due) returning (select count(*)::int from due) as deleted
  `;
  return counted?.deleted === chunk;
}

/**
 * Deletes `updated` changes older than an hour that a newer one of their subject
 * replaces: the feed shows the present state with each. Looks at one page after this
 * number. Returns the last number of the page; undefined at the end.
 */
export async function deleteReplacedChanges(
  em: Executor,
  after: number,
): Promise<number | undefined> {
  const { reached } = await onlyRow(em)<{ reached: number | null }>`
    with page as materialized (
      select number, kind, subject_id from changes where number > ${after} order by number limit ${chunk}
    ),
    -- For each subject once: an account may have thousands of changes in an hour. The
    -- sum keeps PostgreSQL from walking the numbers of all subjects.
    newest as materialized (
      select subjects.subject_id, subjects.kind, last.number
      from (select distinct subject_id, kind from page where kind in ('user.updated', 'profile.updated')) subjects
      cross join lateral (
        select max(number + 0) as number from changes
        where changes.subject_id = subjects.subject_id and changes.kind = subjects.kind and at < ${before('1 hour')}
      ) last
    ),
    deleted as (
      delete from changes using page join newest on newest.subject_id = page.subject_id and newest.kind = page.kind
      where changes.number = page.number and page.number < newest.number
    )
    select max(number)::float8 as reached from page
  `;
  return reached ?? undefined;
}

/**
 * Deletes old history. Looks at one page after this position: a decision that stands keeps
 * its event, however old. Returns the last position of the page; undefined at the end.
 */
export async function pruneAudit(
  em: Executor,
  months: number,
  after: number,
): Promise<number | undefined> {
  const { reached } = await onlyRow(em)<{ reached: number | null }>`
    select prune_audit(${historyKeptFrom(months)}, ${after}, ${chunk})::float8 as reached
  `;
  return reached ?? undefined;
}

/**
 * Empties where one chunk of actions came from, once they are 90 days old. Returns
 * whether there may be more.
 */
export async function forgetOrigins(em: Executor): Promise<boolean> {
  const { emptied } = await onlyRow(em)<{ emptied: number }>`
    select forget_origins(${chunk}) as emptied
  `;
  return emptied === chunk;
}

/** Returns whether there may be more. Skips locked rows. */
export async function deleteChunk(em: Executor, { table, where }: Due): Promise<boolean> {
  const key = primaryKeyOf(table);
  const columns = (name: string) =>
    sql.join(key.map((column) => sql.ref(`${name}.${column}`)));
  const rows = await allRows(em)`
    with due as materialized (
      select ${columns(table)} from ${sql.table(table)} where ${where} limit ${chunk} for update skip locked
    )
    delete from ${sql.table(table)} using due where (${columns(table)}) = (${columns('due')}) returning 1
  `;
  return rows.length === chunk;
}
