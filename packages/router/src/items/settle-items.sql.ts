import { type ItemKind, type ItemOutcome, preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { reportsDecidedIn } from './decision-of-report.sql.ts';

/*
 * An act of ten thousand cards closes and reopens their items piece by piece. Each piece
 * must find its items by their cards, of which each has few. The indexes of open items and
 * of an action's items would be read whole: the planner thinks that they are small.
 */

type Item = 'items' | 'other';

/** Whether an item is of a card or an account with this id. */
const isOf = (item: Item, subject: RawBuilder<unknown>) => sql`(
  ${sql.id(item, 'profile_id')} = ${subject}
  or ${sql.id(item, 'profile_id')} is null and ${sql.id(item, 'user_id')} = ${subject}
)`;

/**
 * Written so that the planner can't use an index of open items, as it would for
 * `closed_at is null`.
 */
const isOpen = (item: Item) =>
  sql`coalesce(${sql.id(item, 'closed_at')}, 'infinity') = 'infinity'`;

type Closing = {
  action: string;
  by: string | null;
  /** The text for the owner. It is also the answer to an appeal. */
  note: string | null;
  /** JSON array: `subject` (card, account), `kinds`, `outcome`, `spared` ids. */
  decided: string;
};

type Closed = {
  kind: ItemKind;
  outcome: ItemOutcome;
  userId: string;
  /** Members who had reported the card. A second look also answers reports before it. */
  reporterIds: string[];
};

/** Stores the card's content at the decision. */
export const closeItems = preparedSql(
  (value: Value<Closing>) => sql<Closed>`
    update items set closed_at = current_instant(), closed_by = ${value('by')}::uuid,
      outcome = decided.outcome, action_id = ${value('action')}::uuid,
      answer = case when items.kind = 'appealed' then ${value('note')}::text end,
      seen = (
        select jsonb_build_object('revision', revision, 'about', about, 'socials', socials)
        from profiles where profiles.id = items.profile_id
      ),
      leased_by = null, leased_until = null, last_leased_by = null
    from json_to_recordset(${value('decided')}::json) as decided (subject uuid, kinds text[], outcome text, spared uuid[])
    where ${isOf('items', sql`decided.subject`)} and items.kind = any(decided.kinds) and ${isOpen('items')}
      and items.id <> all(coalesce(decided.spared, '{}'))
    returning items.kind, items.outcome, items.user_id as "userId", array(
      select reporter_id from ${reportsDecidedIn}
      where reported.profile_id = items.profile_id and decision.id = items.id and reporter_id is not null
    ) as "reporterIds"
  `,
);

/** Whether an undone event closed a row of `items`, and did not withdraw it. */
const wasClosed = sql`
  ${isOf('items', sql`undone.subject`)} and items.action_id is not distinct from undone.action_id
  and not ${isOpen('items')} and items.outcome <> 'withdrawn'
`;

/** Whether `other` is open in the place of a row of `items`. */
const isReplaced = sql`
  ${isOf('other', sql`undone.subject`)} and other.kind = items.kind and ${isOpen('other')}
`;

/** Whether an event asked an admin for a second look. */
const asksAdmin = sql`coalesce(after ->> 'adminsOnly' = 'true', false)`;

type Undoing = { action: string; by: string | null; undone: readonly string[] };

/**
 * Reopens items that undone events closed. If another of the kind is open, their reports
 * move to it: one of each reporter. Withdraws second looks that these events asked for,
 * and wakes items that they snoozed. A second look that they only joined is no longer for
 * admins alone, if nobody else asked for that.
 * An item comes first to the person who takes an own decision back, as if still leased.
 * If such an event granted an appeal, the undo becomes the cause of that appeal. With
 * `is not distinct from` the planner can't use the index of an action's items.
 */
export const reopenItems = preparedSql(
  (value: Value<Undoing>) => sql`
    with undone as (
      select action_id, coalesce(profile_id, user_id) as subject,
        type in ('profile.restored', 'user.unsuspended') as "isGrant", ${asksAdmin} as "asksAdmin"
      from audit_events where id = any(${value('undone')}::uuid[])
    ),
    withdrawn as (
      update items set closed_at = current_instant(), closed_by = ${value('by')}::uuid,
        outcome = 'withdrawn', action_id = ${value('action')}::uuid, leased_by = null, leased_until = null,
        last_leased_by = null
      from undone where items.kind = 'second_look' and items.cause = undone.action_id
        and ${isOf('items', sql`undone.subject`)} and items.closed_at is null
    ),
    shared as (
      update items set admins_only = false from undone
      where items.kind = 'second_look' and items.cause <> undone.action_id and "asksAdmin"
        and ${isOf('items', sql`undone.subject`)} and items.closed_at is null
        and not exists (
          select from audit_events
          where profile_id = items.profile_id and ${asksAdmin} and undone_by is null
            and (action_id = items.cause or at >= items.opened_at)
        )
    ),
    woken as (delete from snoozes using undone where snoozes.action_id = undone.action_id),
    replaced as (
      update items set outcome = 'withdrawn', seen = null
      from undone, items other where ${wasClosed} and ${isReplaced}
      returning items.id, items.urgent, other.id as other
    ),
    joined as (
      update reports set item_id = other from replaced
      where reports.item_id = replaced.id and not exists (
        select from reports own where own.item_id = other and own.reporter_id = reports.reporter_id
      )
    ),
    raised as (
      update items set urgent = true from replaced where items.id = other and replaced.urgent and not items.urgent
    )
    update items set closed_at = null, closed_by = null, outcome = null, action_id = null, answer = null,
      seen = null, renewals = 0, leased_until = current_instant() + interval '10 minutes',
      last_leased_by = case when closed_by = ${value('by')}::uuid then closed_by end,
      cause = case when "isGrant" then ${value('action')}::uuid else cause end
    from undone where ${wasClosed} and not exists (select from items other where ${isReplaced})
  `,
);
