import {
  type Executor,
  type Language,
  type ModerationReason,
  statements,
} from '@namecard/db';
import type { Decisions } from '@namecard/email';
import { sql } from 'kysely';
import { isSuspended } from '../../access/users.sql.ts';
import { whyHidden, whySuspended } from '../../audit/notices.sql.ts';
import { decisionOfReport } from '../../items/decision-of-report.sql.ts';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import { decisionKind } from '../../jobs/jobs.sql.ts';

/** The decisions about a person that still stand. */
export type Standing = {
  /** As the account spells it. */
  email: string;
  /** Null for the product's language. */
  language: Language | null;
  isSuppressed: boolean;
  /** Whether the provider has refused a mail about them already. */
  isSecondTry: boolean;
  /** Whether an act about them goes on, or waits for an admin since less than a day. */
  isWaiting: boolean;
  hidden: Decisions['hidden'];
  suspended: ModerationReason | null;
  suspension: Decisions['suspension'] | null;
  answers: Decisions['answers'];
  /** Ten minutes ago: older decisions are complete. */
  until: string;
  /** Seconds until the newest has stood for ten minutes, or null. */
  seconds: number | null;
};

const tenMinutes = sql`interval '10 minutes'`;

/**
 * Decisions about a person since their last mail. If there was none, since an hour
 * before the job: the act that created the job had begun by then. Only cards that are hidden now,
 * a current suspension and answered appeals count, by their newest event.
 */
export async function findStanding(
  em: Executor,
  userId: string,
): Promise<Standing | undefined> {
  const since = sql`coalesce((jobs.progress ->> 'since')::timestamptz, jobs.created_at - interval '1 hour')`;
  const { rows } = await sql<Standing>`
    with cards as (
      select newest.* from jobs
      join profiles on profiles.owner_id = ${userId}::uuid and ${isDecidedHidden}
      cross join lateral (${whyHidden}) newest
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and newest.at > ${since}
    ),
    suspension as (
      select newest.*, users.suspended_until as until from jobs join users on users.id = ${userId}::uuid and ${isSuspended}
      cross join lateral (${whySuspended}) newest
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and newest.at > ${since}
    ),
    answered as (
      select case when profile_id is null then 'account_' else 'card_' end || outcome as answer, closed_at as at
      from jobs join items on items.user_id = ${userId}::uuid
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and items.kind = 'appealed'
        and outcome in ('upheld', 'restored') and closed_at > ${since}
      union all
      select 'report_' || decision.outcome, max(decision.closed_at)
      from jobs join reports on reports.reporter_id = ${userId}::uuid join items on items.id = reports.item_id
      cross join lateral (${decisionOfReport}) decision
      where jobs.kind = ${decisionKind} and jobs.key = ${userId}
        and decision.outcome in ('hidden', 'approved') and decision.closed_at > ${since}
      group by decision.outcome
      union all
      select 'report_gone', max(gone_at) from jobs join reports on reports.reporter_id = ${userId}::uuid
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and gone_at > ${since} having max(gone_at) is not null
      union all
      select 'card_shown', looks.at from jobs cross join lateral (
        select at, type from audit_events
        where user_id = ${userId}::uuid and before ->> 'held' = 'true' and undone_by is null order by position limit 1
      ) looks
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and looks.type = 'profile.approved' and looks.at > ${since}
      union all
      -- An admin who exports their own data has signed in, and needs no mail.
      select 'data_saved', max(events.at) from jobs join audit_events events on events.user_id = ${userId}::uuid
      join moderation_actions actions on actions.id = events.action_id
      where jobs.kind = ${decisionKind} and jobs.key = ${userId} and events.type = 'user.exported' and events.at > ${since}
        and actions.actor_id = events.user_id and actions.session_id is null
      group by events.user_id
    ),
    hidden as (
      select coalesce(reason, 'other') as reason, count(*)::int as cards, "afterReport", "byProgram" from cards
      group by 1, 3, 4 order by 2 desc, 1, 3, 4
    )
    select users.email, users.language, (current_instant() - ${tenMinutes})::text as until,
      exists (select from addresses where email = users.email_key and suppressed_at is not null) as "isSuppressed",
      exists (
        select from jobs where kind = ${decisionKind} and key = ${userId} and progress ? 'refused'
      ) as "isSecondTry",
      exists (
        select from waiting_acts where decided_at is null and users.id = any(owner_ids) and (
          state = 'running' or state = 'waiting' and asked_at > current_instant() - interval '1 day'
        )
      ) as "isWaiting",
      coalesce((select json_agg(hidden) from hidden), '[]') as hidden,
      (select coalesce(reason, 'other') from suspension) as suspended,
      (select json_build_object('afterReport', "afterReport", 'byProgram', "byProgram", 'until', until) from suspension)
        as suspension,
      coalesce((select json_agg(answer order by at) from answered), '[]') as answers,
      (
        select ceil(extract(epoch from max(at) + ${tenMinutes} - current_instant()))::int
        from (
          select at from cards union all select at from suspension union all select at from answered
        ) acts
      ) as seconds
    from users where users.id = ${userId}::uuid
  `.execute(statements(em));
  return rows[0];
}
