create table instances (
  id uuid primary key,
  name text not null,
  version text not null,
  key_ids text[] not null,
  seen_at timestamptz not null
);
