-- An act on all that a search finds is frozen by its preview, and then done by a job.
alter table waiting_acts
  add state text not null default 'waiting'
    constraint waiting_acts_state_check check (state in ('previewed', 'waiting', 'running', 'ended')),
  add acting_role text
    constraint waiting_acts_acting_role_check check (acting_role in ('user', 'moderator', 'admin')),
  add passed integer not null default 0,
  add left_out jsonb not null default '[]';

update waiting_acts set state = 'ended' where decided_at is not null;

alter table waiting_acts
  drop constraint waiting_acts_kind_check,
  add constraint waiting_acts_kind_check check (kind in ('hide', 'restore', 'approve', 'undo')),
  drop constraint waiting_acts_outcome_check,
  add constraint waiting_acts_outcome_check check (outcome in ('done', 'dropped', 'stopped'));
