-- Acts beyond a moderator's limit. An admin decides about them. The decision empties their
-- subjects and notes.
create table waiting_acts (
  id uuid primary key,
  asked_by uuid not null
    constraint waiting_acts_asked_by_foreign references users on delete cascade,
  session_id uuid not null,
  asked_at timestamptz not null default current_instant(),
  kind text not null constraint waiting_acts_kind_check
    check (kind in ('hide', 'restore', 'undo')),
  subjects jsonb not null,
  owner_ids uuid[] not null,
  cards int not null,
  reason text constraint waiting_acts_reason_check check (reason in (
    'spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other'
  )),
  note text,
  private_note text,
  decided_at timestamptz,
  decided_by uuid
    constraint waiting_acts_decided_by_foreign references users on delete set null,
  outcome text constraint waiting_acts_outcome_check check (outcome in ('done', 'dropped')),
  action_id uuid
);
create index waiting_acts_by_asker on waiting_acts (asked_by);
create index waiting_acts_by_decider on waiting_acts (decided_by)
  where decided_by is not null;
create index waiting_acts_undecided on waiting_acts (asked_at, id)
  where decided_at is null;
