import {
  type Executor,
  firstRow,
  type Language,
  type ModerationReason,
} from '@namecard/db';
import type { Decisions } from '@namecard/email';
import { type RawBuilder, sql } from 'kysely';
import { secondsUntil } from '../../access/limits.sql.ts';
import { isConfigured, isSuspended } from '../../access/users.sql.ts';
import { whyHidden, whySuspended } from '../../audit/notices.sql.ts';
import { appealAgainst } from '../../items/answers.sql.ts';
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
  /** When the decisions of this mail begin. */
  since: string;
  /** Ten minutes ago: older decisions are complete. */
  until: string;
  /** Seconds until the newest has stood for ten minutes, or null. */
  seconds: number | null;
};

const tenMinutes = sql`interval '10 minutes'`;

/** Whether an appeal against the newest decision was turned down. Its answer tells of both. */
const isUpheld = (subject: RawBuilder<unknown>) => sql`exists (
  select from (${appealAgainst(sql`newest.action_id`, subject)}) appeals where "answeredAt" is not null
)`;

/**
 * Decisions about a person since their last mail. If there was none, since an hour
 * before the job: the act that created the job had begun by then. Only cards that are hidden now,
 * a current suspension and answered appeals count, by their newest event and as they are now.
 */
export const findStanding = (
  em: Executor,
  userId: string,
  adminEmails: Iterable<string>,
): Promise<Standing | undefined> =>
  firstRow(em)<Standing>`
    with job as (
      select coalesce((progress ->> 'since')::timestamptz, created_at - interval '1 hour') as since,
        progress ? 'refused' as refused
      from jobs where kind = ${decisionKind} and key = ${userId}
    ),
    cards as (
      select newest.* from job
      join profiles on profiles.owner_id = ${userId}::uuid and ${isDecidedHidden}
      cross join lateral (${whyHidden}) newest
      where newest.at > since and not ${isUpheld(sql`profiles.id`)}
    ),
    suspension as (
      select newest.*, users.suspended_until as until from job join users on users.id = ${userId}::uuid and ${isSuspended}
      cross join lateral (${whySuspended}) newest
      where newest.at > since and not ${isUpheld(sql`users.id`)}
    ),
    answered as (
      select case when items.profile_id is null then 'account_' else 'card_' end
        || case when is_so then 'upheld' else 'restored' end as answer, closed_at as at
      from job join items on items.user_id = ${userId}::uuid join users on users.id = items.user_id
      left join profiles on profiles.id = items.profile_id
      cross join lateral (
        select case when items.profile_id is null then ${isSuspended} else ${isDecidedHidden} end as is_so
      ) now
      where items.kind = 'appealed' and closed_at > since and (outcome = 'upheld' or outcome = 'restored' and not is_so)
      union all
      select 'report_' || decision.outcome, max(decision.closed_at)
      from job join reports on reports.reporter_id = ${userId}::uuid join items on items.id = reports.item_id
      cross join lateral (${decisionOfReport}) decision
      where decision.outcome in ('hidden', 'approved') and decision.closed_at > since
      group by decision.outcome
      union all
      select 'report_gone', max(gone_at) from job join reports on reports.reporter_id = ${userId}::uuid
      where gone_at > since having max(gone_at) is not null
      union all
      select 'card_shown', looks.at from job cross join lateral (
        select at, type, profile_id from audit_events
        where user_id = ${userId}::uuid and before ->> 'held' = 'true' and undone_by is null order by position limit 1
      ) looks
      join profiles on profiles.id = looks.profile_id and not ${isDecidedHidden}
      where looks.type = 'profile.approved' and looks.at > since
      union all
      -- An admin who exports their own data has signed in, and needs no mail.
      select 'data_saved', max(events.at) from job join audit_events events on events.user_id = ${userId}::uuid
      join moderation_actions actions on actions.id = events.action_id
      where events.type = 'user.exported' and events.at > since
        and actions.actor_id = events.user_id and actions.session_id is null
      group by events.user_id
      union all
      -- The role now, against the one before the changes of ten minutes. The mails about a change of the
      -- address tell of a role that rests after it.
      select 'role_lowered', newest.at from job join users on users.id = ${userId}::uuid cross join lateral (
        select at, action_id from audit_events
        where user_id = users.id and type = 'user.role_changed' order by position desc limit 1
      ) newest
      cross join lateral (
        select before ->> 'role' as role from audit_events
        where user_id = users.id and type = 'user.role_changed' and at > newest.at - ${tenMinutes} order by position limit 1
      ) former
      join moderation_actions actions on actions.id = newest.action_id
      where newest.at > since and former.role <> 'user' and users.role not in ('admin', former.role)
        and not ${isConfigured(adminEmails)} and actor_kind <> 'system' and actor_id is distinct from users.id
    ),
    hidden as (
      select coalesce(reason, 'other') as reason, count(*)::int as cards, "afterReport", "byProgram" from cards
      group by 1, 3, 4 order by 2 desc, 1, 3, 4
    )
    select users.email, users.language, (select since from job)::text as since, (current_instant() - ${tenMinutes})::text as until,
      exists (select from addresses where email = users.email_key and suppressed_at is not null) as "isSuppressed",
      coalesce((select refused from job), false) as "isSecondTry",
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
        select ${secondsUntil(sql`max(at) + ${tenMinutes}`)}
        from (
          select at from cards union all select at from suspension union all select at from answered
        ) acts
      ) as seconds
    from users where users.id = ${userId}::uuid
  `;
