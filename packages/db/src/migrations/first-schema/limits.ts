export const limits = `
  create table rate_limits (
    key text primary key,
    began_at timestamptz not null,
    hits int not null
  );
  create table hourly_counts (
    counter text constraint hourly_counts_counter_check check (counter in ('wrong_guesses', 'mails_to_unknown')),
    hour timestamptz,
    count int not null,
    primary key (counter, hour)
  );
  create table idempotency_keys (
    user_id uuid constraint idempotency_keys_user_id_foreign references users on delete cascade,
    key text,
    input_hash bytea not null,
    answer jsonb not null,
    created_at timestamptz not null default current_instant(),
    primary key (user_id, key)
  );
`;
