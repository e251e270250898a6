create table instances (
  id uuid primary key,
  name text not null,
  version text not null,
  key_ids text[] not null,
  started_at timestamptz not null default current_instant(),
  seen_at timestamptz not null
);
