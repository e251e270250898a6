create table rate_limits (
  key text primary key,
  ends_at timestamptz not null,
  hits int not null
);

create table hourly_counts (
  counter text constraint hourly_counts_counter_check
    check (counter in ('wrong_guesses', 'accounts_signed_in')),
  hour timestamptz,
  count int not null,
  primary key (counter, hour)
);

create table network_guesses (
  network text primary key,
  guessed_at timestamptz[] not null,
  ips text[] not null
);
