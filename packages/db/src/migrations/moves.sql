-- Changes of an account's address (entities/move.ts).
create table moves (
  id uuid primary key,
  key_id text not null,
  user_id uuid not null
    constraint moves_user_id_foreign references users on delete cascade,
  session_id uuid,
  opened_by uuid
    constraint moves_opened_by_foreign references users on delete set null,
  is_case boolean not null default false,
  reason text,
  from_email text not null,
  from_key text not null,
  to_email text not null,
  to_key text not null,
  mails_old boolean not null,
  mails_new boolean not null,
  is_contested boolean not null default false,
  needs_yes boolean not null default false,
  confirmed_by uuid
    constraint moves_confirmed_by_foreign references users on delete set null,
  resting_role text
    constraint moves_resting_role_check check (resting_role in ('user', 'moderator', 'admin')),
  asked_at timestamptz not null default current_instant(),
  proven_at timestamptz,
  due_at timestamptz,
  done_at timestamptz,
  undo_until timestamptz,
  closed_at timestamptz,
  end_state text
    constraint moves_end_state_check check (end_state in ('stopped', 'undone', 'replaced')),
  ended_by text
    constraint moves_ended_by_check check (ended_by in ('address', 'admin'))
);
create index moves_by_user on moves (user_id, asked_at);
create index moves_by_time on moves (asked_at);
create index moves_by_old_address on moves (from_key) where closed_at is null;
create index moves_by_new_address on moves (to_key, asked_at);
-- At most one move of an account waits.
create unique index moves_waiting on moves (user_id)
  where due_at is not null and done_at is null and closed_at is null;
create index moves_by_opener on moves (opened_by) where opened_by is not null;
create index moves_by_confirmer on moves (confirmed_by) where confirmed_by is not null;

alter table outbox add column move_id uuid, add column letter text;

-- Until when an address is held: an account may come back to it, or waits to move to it.
-- Leaves out the moves of one account. Null if the address is free.
create function held_until(address text, but_of uuid default null) returns timestamptz
language sql stable parallel safe
return (
  select max(until) from (
    select undo_until as until from moves
    where from_key = address and user_id is distinct from but_of
      and closed_at is null and undo_until > current_instant()
    union all
    select due_at from moves
    where to_key = address and user_id is distinct from but_of
      and closed_at is null and due_at is not null and done_at is null
  ) held
);

-- A card's copy of its owner's address follows the account. That is no change of the card.
create function follow_owner() returns trigger language plpgsql as $$
begin
  update profiles set owner_email = new.email_key where owner_id = new.id;
  return null;
end $$;
create trigger users_moved after update of email_key on users for each row
  when (old.email_key is distinct from new.email_key) execute function follow_owner();

drop trigger profiles_revision on profiles;
create trigger profiles_revision before update on profiles for each row
  when (
    old.* is distinct from new.*
    and (old.owner_email = new.owner_email or old.owner_id <> new.owner_id)
  )
  execute function change_profile();

alter table moderation_actions
  drop constraint moderation_actions_type_check,
  add constraint moderation_actions_type_check check (type in (
    'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on',
    'appeal.upheld', 'item.reopened', 'reporter.read',
    'user.suspended', 'user.unsuspended', 'user.role_changed',
    'user.move_opened', 'user.move_confirmed', 'user.move_ended', 'user.moved',
    'user.erased', 'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in',
    'mail.retried', 'key.created', 'key.ended',
    'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested',
    'webhook.resent',
    'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored',
    'database.moved', 'database.backed_up', 'undo'
  ));
alter table audit_events
  drop constraint audit_events_type_check,
  add constraint audit_events_type_check check (type in (
    'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on',
    'appeal.upheld', 'item.reopened', 'reporter.read',
    'user.suspended', 'user.unsuspended', 'user.role_changed',
    'user.move_opened', 'user.move_confirmed', 'user.move_ended', 'user.moved',
    'user.erased', 'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in',
    'mail.retried', 'key.created', 'key.ended',
    'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested',
    'webhook.resent',
    'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored',
    'database.moved', 'database.backed_up'
  ));
