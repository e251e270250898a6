create table jobs (
  kind text,
  key text,
  run_at timestamptz not null,
  leased_until timestamptz,
  attempts int not null default 0,
  progress jsonb,
  created_at timestamptz not null default current_instant(),
  primary key (kind, key)
);
create index jobs_by_time on jobs (run_at);
