create table addresses (
  email text primary key,
  guesses timestamptz[] not null default '{}',
  asked_at timestamptz not null,
  suppressed_at timestamptz
);
create index addresses_by_time on addresses (asked_at);

create table challenges (
  id uuid primary key,
  email text not null
    constraint challenges_email_foreign references addresses on delete cascade,
  created_at timestamptz not null,
  -- Released mails with its codes. A held mail does not count yet.
  mails int not null,
  key_id text not null
);
create index challenges_by_address on challenges (email, created_at);

-- Sign-ins of devices.
create table sessions (
  id uuid primary key,
  user_id uuid not null
    constraint sessions_user_id_foreign references users on delete cascade,
  token_hash bytea not null constraint sessions_token_hash_unique unique,
  kind text not null default 'token'
    constraint sessions_kind_check check (kind in ('token', 'page')),
  browser text not null,
  system text not null,
  created_at timestamptz not null default current_instant(),
  -- No index: each request would pay for it.
  last_used_at timestamptz not null default current_instant(),
  idle_expired boolean not null default false,
  test_ends_at timestamptz,
  ended_at timestamptz
);
create index sessions_by_user on sessions (user_id, created_at);
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_open on sessions (created_at) where ended_at is null;
create index sessions_by_test_end on sessions (test_ends_at)
  where test_ends_at is not null;

-- Whether an address may have one more wrong short code compared. The array holds the
-- times of its newest wrong guesses. With a limit of 0 it always may.
create function has_guesses_left(guesses timestamptz[], allowed int)
returns boolean language sql stable parallel safe
return coalesce(
  guesses[cardinality(guesses) - allowed + 1] <= current_instant() - interval '24 hours',
  true
);
