-- Service keys: the credentials of programs.
create table service_keys (
  id uuid primary key,
  token_hash bytea not null constraint service_keys_token_hash_unique unique,
  name text not null,
  scopes text[] not null constraint service_keys_scopes_check check (
    scopes <@ array[
      'profiles:read', 'users:read', 'users:write', 'moderation', 'changes:read'
    ]
  ),
  maker_kind text not null
    constraint service_keys_maker_kind_check check (maker_kind in ('user', 'operator')),
  maker_id uuid
    constraint service_keys_maker_id_foreign references users on delete cascade,
  created_at timestamptz not null default current_instant(),
  last_used_at timestamptz,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index service_keys_by_maker on service_keys (maker_id);
