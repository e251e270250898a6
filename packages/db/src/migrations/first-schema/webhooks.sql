-- Web addresses that get changes.
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  kinds text[] not null constraint webhook_endpoints_kinds_check check (kinds <@ array[
    'user.created', 'user.updated', 'user.erased', 'profile.created', 'profile.updated',
    'profile.hidden', 'profile.restored', 'profile.deleted'
  ]),
  state text not null default 'on'
    constraint webhook_endpoints_state_check check (state in ('on', 'paused', 'failed')),
  key_id text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  cursor bigint not null,
  accepted_at timestamptz,
  failing_since timestamptz,
  mail_due_at timestamptz,
  created_at timestamptz not null default current_instant()
);

create table webhook_deliveries (
  endpoint_id uuid constraint webhook_deliveries_endpoint_id_foreign
    references webhook_endpoints on delete cascade,
  number bigint,
  state text not null default 'waiting' constraint webhook_deliveries_state_check
    check (state in ('waiting', 'delivered', 'set_aside')),
  attempts int not null default 0,
  outcome text,
  due_since timestamptz not null,
  next_at timestamptz not null,
  settled_at timestamptz,
  primary key (endpoint_id, number)
);
-- A delivery is written three times. Few wait and few have failed: both indexes are small.
create index webhook_deliveries_queue on webhook_deliveries
  (endpoint_id, (attempts > 0), next_at) where state = 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, number)
  where attempts > 0 and state <> 'delivered';
create index webhook_deliveries_settled on webhook_deliveries (settled_at)
  where settled_at is not null;
