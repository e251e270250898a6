/**
 * What was done stays written down: only how far an action has come changes, and whom it names is forgotten with their
 * account. Forgetting calls no function, as an account may be named a hundred thousand times.
 */
export const moderation = `
  create sequence moderation_action_positions as bigint;
  create table moderation_actions (
    id uuid primary key,
    position bigint not null default nextval('moderation_action_positions')
      constraint moderation_actions_position_unique unique,
    at timestamptz not null default current_instant(),
    type text not null constraint moderation_actions_type_check check (type in (
      'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'session.revoked',
      'address.cleared', 'undo'
    )),
    actor_kind text not null
      constraint moderation_actions_actor_kind_check check (actor_kind in ('user', 'key', 'operator', 'system')),
    actor_id uuid constraint moderation_actions_actor_id_foreign references users on delete set null,
    ip text not null,
    browser text not null,
    system text not null,
    reason text constraint moderation_actions_reason_check check (
      reason in ('spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other')
    ),
    note text,
    private_note text,
    state text not null default 'done'
      constraint moderation_actions_state_check check (state in ('running', 'done', 'failed')),
    requested int not null,
    done int not null
  );
  alter sequence moderation_action_positions owned by moderation_actions.position;
  create index moderation_actions_by_actor on moderation_actions (actor_id, position);

  create sequence audit_event_positions as bigint;
  create table audit_events (
    id uuid primary key,
    position bigint not null default nextval('audit_event_positions') constraint audit_events_position_unique unique,
    action_id uuid not null constraint audit_events_action_id_foreign references moderation_actions,
    at timestamptz not null default current_instant(),
    type text not null constraint audit_events_type_check check (type in (
      'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'session.revoked',
      'address.cleared'
    )),
    user_id uuid constraint audit_events_user_id_foreign references users on delete set null,
    profile_id uuid,
    username text,
    subject_revision int,
    reason text constraint audit_events_reason_check check (
      reason in ('spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other')
    ),
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
  create index audit_events_by_username on audit_events (lower(username), position) where username is not null;
  create index audit_events_by_time on audit_events (at, type);

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% are never changed', tg_table_name;
  end $$;
  create trigger moderation_actions_stay before delete or update of id, position, at, type, actor_kind, ip, browser, system,
    reason, note, private_note on moderation_actions for each row execute function refuse_change();
  create trigger moderation_actions_keep_their_actor before update of actor_id on moderation_actions for each row
    when (new.actor_id is not null and new.actor_id is distinct from old.actor_id) execute function refuse_change();
  create trigger audit_events_stay before delete or update of id, position, action_id, at, type, profile_id, username,
    subject_revision, reason, note, before, after, undoes_id on audit_events for each row execute function refuse_change();
  create trigger audit_events_keep_their_user before update of user_id on audit_events for each row
    when (new.user_id is not null and new.user_id is distinct from old.user_id) execute function refuse_change();
`;
