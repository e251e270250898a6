-- The history: what moderators, admins and operators did. `actor_id` and `user_id` are no
-- foreign keys. Deleting a user would rewrite that user's whole history in one statement,
-- perhaps 800,000 rows. A job removes the user from it afterwards, in pieces.
create sequence moderation_action_positions as bigint;
create table moderation_actions (
  id uuid primary key,
  position bigint not null default nextval('moderation_action_positions')
    constraint moderation_actions_position_unique unique,
  at timestamptz not null default current_instant(),
  type text not null constraint moderation_actions_type_check check (type in (
    'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on',
    'appeal.upheld', 'item.reopened', 'reporter.read',
    'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.erased',
    'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in',
    'mail.retried', 'key.created', 'key.ended',
    'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested',
    'webhook.resent',
    'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored',
    'database.moved', 'database.backed_up', 'undo'
  )),
  actor_kind text not null constraint moderation_actions_actor_kind_check
    check (actor_kind in ('user', 'key', 'operator', 'system')),
  actor_id uuid,
  -- The actor's session: an action of a stolen session can be undone.
  session_id uuid,
  ip text not null,
  browser text not null,
  system text not null,
  reason text constraint moderation_actions_reason_check check (reason in (
    'spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other'
  )),
  note text,
  private_note text,
  state text not null default 'done' constraint moderation_actions_state_check
    check (state in ('running', 'done', 'failed')),
  requested int not null,
  done int not null,
  -- Profiles that count towards the actor's hourly and daily limits.
  cards int not null default 0
);
alter sequence moderation_action_positions owned by moderation_actions.position;
create index moderation_actions_by_actor on moderation_actions (actor_id, position);
create index moderation_actions_by_reason on moderation_actions (reason, position)
  where reason is not null;
create index moderation_actions_on_cards on moderation_actions (actor_id, at)
  where cards > 0;

create sequence audit_event_positions as bigint;
-- The changes that an action made, one for each row.
create table audit_events (
  id uuid primary key,
  position bigint not null default nextval('audit_event_positions')
    constraint audit_events_position_unique unique,
  action_id uuid not null
    constraint audit_events_action_id_foreign references moderation_actions,
  at timestamptz not null default current_instant(),
  type text not null constraint audit_events_type_check check (type in (
    'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on',
    'appeal.upheld', 'item.reopened', 'reporter.read',
    'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.erased',
    'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in',
    'mail.retried', 'key.created', 'key.ended',
    'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested',
    'webhook.resent',
    'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored',
    'database.moved', 'database.backed_up'
  )),
  user_id uuid,
  profile_id uuid,
  username text,
  subject_revision int,
  reason text constraint audit_events_reason_check check (reason in (
    'spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other'
  )),
  note text,
  before jsonb not null,
  after jsonb not null,
  undoes_id uuid constraint audit_events_undoes_unique unique
    constraint audit_events_undoes_id_foreign references audit_events
);
alter sequence audit_event_positions owned by audit_events.position;
create index audit_events_by_action on audit_events (action_id, position);
create index audit_events_by_profile on audit_events (profile_id, position);
create index audit_events_by_user on audit_events (user_id, position);
create index audit_events_by_username on audit_events (fold_case(username), position)
  where username is not null;
create index audit_events_by_type on audit_events (type, position);
create index audit_events_by_reason on audit_events (reason, position)
  where reason is not null;
create index audit_events_by_time on audit_events (at, type);
-- Few events have a note of their own. An erasure looks for those of each action.
create index audit_events_noted on audit_events (action_id) where note is not null;

-- The history never changes, apart from an action's progress and its count of cards. Only
-- two functions may change the rest: `forget_in_audit` after an erasure, and `prune_audit`
-- when it is old. They set `namecard.history` to `open` while they run. The setting is not
-- tied to them by `create function … set`: PostgreSQL allows that only to a superuser.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% are never changed', tg_table_name;
end $$;
create trigger moderation_actions_stay before delete or update of
  id, position, at, type, actor_kind, actor_id, session_id, ip, browser, system, reason,
  note, private_note on moderation_actions for each row
  when (current_setting('namecard.history', true) is distinct from 'open')
  execute function refuse_change();
create trigger audit_events_stay before delete or update on audit_events for each row
  when (current_setting('namecard.history', true) is distinct from 'open')
  execute function refuse_change();

-- TRUNCATE fires no row triggers.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is never truncated', tg_table_name;
end $$;
create trigger moderation_actions_stay_whole before truncate on moderation_actions
  for each statement execute function refuse_truncate();
create trigger audit_events_stay_whole before truncate on audit_events
  for each statement execute function refuse_truncate();
