-- Work of moderators. A card or an account has at most one open item of a kind. An item
-- without a profile is about the account.
create table items (
  id uuid primary key,
  kind text not null constraint items_kind_check
    check (kind in ('new', 'changed', 'reported', 'appealed', 'second_look')),
  profile_id uuid constraint items_profile_id_foreign references profiles on delete cascade,
  user_id uuid not null constraint items_user_id_foreign references users on delete cascade,
  revision int not null,
  opened_at timestamptz not null default current_instant(),
  urgent boolean not null default false,
  cause uuid,
  text text,
  kept_from uuid constraint items_kept_from_foreign references users on delete set null,
  leased_by uuid constraint items_leased_by_foreign references users on delete set null,
  leased_until timestamptz,
  renewals int not null default 0,
  closed_at timestamptz,
  closed_by uuid constraint items_closed_by_foreign references users on delete set null,
  outcome text constraint items_outcome_check check (
    outcome in ('approved', 'hidden', 'restored', 'upheld', 'passed_on', 'withdrawn')
  ),
  action_id uuid,
  answer text,
  seen jsonb
);
create unique index items_open_once on items (coalesce(profile_id, user_id), kind)
  where closed_at is null;
create unique index items_appealed_once on items (cause, coalesce(profile_id, user_id))
  where kind = 'appealed';
create index items_open on items (kind, opened_at, id) where closed_at is null;
create index items_urgent on items (opened_at, id) where urgent and closed_at is null;
create index items_leased on items (leased_by) where leased_by is not null;
create index items_closed on items (closed_at) where closed_at is not null;
create index items_by_closer on items (closed_by, closed_at) where closed_by is not null;
create index items_by_action on items (action_id) where action_id is not null;
create index items_kept on items (kept_from) where kept_from is not null;
create index items_by_profile on items (profile_id, opened_at);
create index items_by_user on items (user_id);

-- `reporter_id` is null if somebody reported without an account.
create table reports (
  id uuid primary key,
  item_id uuid not null constraint reports_item_id_foreign references items on delete cascade,
  reporter_id uuid
    constraint reports_reporter_id_foreign references users on delete cascade,
  reason text not null constraint reports_reason_check check (reason in (
    'danger', 'spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data',
    'other'
  )),
  text text,
  at timestamptz not null default current_instant()
);
create index reports_by_item on reports (item_id);
create unique index reports_once on reports (reporter_id, item_id)
  where reporter_id is not null;

-- The team's notes about a card or an account. A note about nobody is for the next shift.
create table notes (
  id uuid primary key,
  author_id uuid not null
    constraint notes_author_id_foreign references users on delete cascade,
  user_id uuid constraint notes_user_id_foreign references users on delete cascade,
  profile_id uuid constraint notes_profile_id_foreign references profiles on delete cascade,
  text text not null,
  at timestamptz not null default current_instant(),
  constraint notes_profile_has_owner check (profile_id is null or user_id is not null)
);
create index notes_by_author on notes (author_id, at);
create index notes_by_user on notes (user_id, at) where user_id is not null;
create index notes_by_profile on notes (profile_id) where profile_id is not null;
create index notes_for_shifts on notes (at) where user_id is null;
