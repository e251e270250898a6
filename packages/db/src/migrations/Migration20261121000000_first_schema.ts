import { Migration } from '@mikro-orm/migrations';

/** Every stamp and every deadline is read from this one clock, the database's; tests replace it by one they turn. */
const clock = `
  create function current_instant() returns timestamptz language sql stable parallel safe as 'select clock_timestamp()';
`;

/**
 * Trigrams are what an index finds a part of a word by; the extension is trusted, so the database's owner may create it. A
 * revision tells whether a row is as it was seen. It is raised however the row is changed, but not by the count of profiles.
 */
const people = `
  create table users (
    id uuid primary key,
    email text not null,
    email_key text not null constraint users_email_key_unique unique,
    username text,
    username_key text constraint users_username_key_unique unique,
    wallet_address text,
    farcaster_id text,
    coinbase_wallet text,
    world_id text,
    role text not null default 'user' constraint users_role_check check (role in ('user', 'moderator', 'admin')),
    profile_count int not null default 0,
    suspended_at timestamptz,
    suspended_until timestamptz,
    revision int not null default 1,
    created_at timestamptz not null default current_instant(),
    updated_at timestamptz not null default current_instant()
  );
  create index users_by_creation on users (created_at, id);
  create index users_with_role on users (role, created_at, id) where role <> 'user';
  create index users_suspended on users (created_at, id) where suspended_at is not null;
  create index users_by_wallet_address on users (wallet_address) where wallet_address is not null;
  create index users_by_farcaster_id on users (farcaster_id) where farcaster_id is not null;
  create index users_by_coinbase_wallet on users (coinbase_wallet) where coinbase_wallet is not null;
  create index users_by_world_id on users (world_id) where world_id is not null;

  create extension if not exists pg_trgm;
  create function user_text(
    email text, username text, wallet_address text, farcaster_id text, coinbase_wallet text, world_id text
  ) returns text language sql immutable parallel safe return lower(
    email || e'\\n' || coalesce(username, '') || e'\\n' || coalesce(wallet_address, '') || e'\\n'
    || coalesce(farcaster_id, '') || e'\\n' || coalesce(coinbase_wallet, '') || e'\\n' || coalesce(world_id, '')
  );
  create index users_by_text on users using gin (
    user_text(email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id) gin_trgm_ops
  );

  create function raise_revision() returns trigger language plpgsql as $$
  begin
    new.revision := old.revision + 1;
    return new;
  end $$;
  create trigger users_revision before update on users for each row
    when (old.* is distinct from new.* and old.profile_count = new.profile_count)
    execute function raise_revision();
`;

const signIn = `
  create table addresses (
    email text primary key,
    guesses timestamptz[] not null default '{}',
    asked_at timestamptz not null
  );
  create table challenges (
    id uuid primary key,
    email text not null constraint challenges_email_foreign references addresses on delete cascade,
    created_at timestamptz not null,
    mails int not null,
    key_id text not null
  );
  create index challenges_by_address on challenges (email, created_at);
  create table sessions (
    id uuid primary key,
    user_id uuid not null constraint sessions_user_id_foreign references users on delete cascade,
    token_hash bytea not null constraint sessions_token_hash_unique unique,
    browser text not null,
    system text not null,
    created_at timestamptz not null default current_instant(),
    last_used_at timestamptz not null default current_instant(),
    idle_expired boolean not null default false,
    ended_at timestamptz
  );
  create index sessions_by_user on sessions (user_id, created_at);
`;

const mail = `
  create table outbox (
    id uuid primary key,
    challenge_id uuid not null,
    recipient text not null,
    has_account boolean not null,
    browser text not null,
    system text not null,
    state text not null default 'queued'
      constraint outbox_state_check check (state in ('queued', 'sent', 'refused', 'expired')),
    attempts int not null default 0,
    next_at timestamptz not null,
    created_at timestamptz not null default current_instant(),
    sent_at timestamptz,
    message_id text,
    outcome text,
    event text constraint outbox_event_check check (event in ('bounced', 'complained', 'suppressed', 'reactivated')),
    event_at timestamptz
  );
  create index outbox_queue on outbox (has_account desc, next_at) where state = 'queued';
  create index outbox_by_challenge on outbox (challenge_id);
  create index outbox_by_message on outbox (message_id);
  create index outbox_by_recipient on outbox (recipient, created_at);
  create index outbox_failed on outbox (created_at, id)
    where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed');
`;

/**
 * A profile holds its owner's address, so that one index finds it by either. A list of a million profiles tells how many there
 * are, and begins anywhere, from counts: each of 4,096 places in the order of creation. A connection counts in one of eight
 * shards, so that two writers seldom wait for each other and its own statements never do.
 */
const profiles = `
  create sequence profile_positions as bigint;
  create table profiles (
    id uuid primary key,
    position bigint not null default nextval('profile_positions') constraint profiles_position_unique unique,
    owner_id uuid not null constraint profiles_owner_id_foreign references users on delete cascade,
    owner_email text not null default '',
    username text not null,
    username_key text not null constraint profiles_username_key_unique unique,
    referral text not null,
    referrer_id uuid constraint profiles_referrer_id_foreign references profiles on delete set null,
    about text,
    socials jsonb not null default '{}',
    latitude double precision,
    longitude double precision,
    hidden boolean not null default false,
    revision int not null default 1,
    created_at timestamptz not null default current_instant(),
    updated_at timestamptz not null default current_instant(),
    constraint profiles_location_is_whole check ((latitude is null) = (longitude is null))
  );
  alter sequence profile_positions owned by profiles.position;
  create index profiles_active_by_position on profiles (position) where not hidden;
  create index profiles_by_owner on profiles (owner_id, position);
  create index profiles_by_referrer on profiles (referrer_id);
  create index profiles_by_creation on profiles (created_at);
  create index profiles_by_change on profiles (updated_at, position);

  create function profile_text(username text, about text, socials jsonb, referral text, owner_email text)
  returns text language sql immutable parallel safe return lower(
    username || e'\\n' || coalesce(about, '') || e'\\n' || coalesce(socials ->> 'x', '') || e'\\n'
    || coalesce(socials ->> 'telegram', '') || e'\\n' || coalesce(socials ->> 'website', '') || e'\\n'
    || coalesce(socials ->> 'discord', '') || e'\\n' || referral || e'\\n' || owner_email
  );
  create index profiles_by_text on profiles using gin (
    profile_text(username, about, socials, referral, owner_email) gin_trgm_ops
  );

  create trigger profiles_revision before update on profiles for each row
    when (old.* is distinct from new.*) execute function raise_revision();

  create function know_owner() returns trigger language plpgsql as $$
  begin
    new.owner_email := (select email_key from users where id = new.owner_id);
    return new;
  end $$;
  create trigger profiles_know_owner before insert or update of owner_id, owner_email on profiles
    for each row execute function know_owner();

  create table profile_segments (
    segment bigint,
    shard smallint,
    total int not null,
    hidden int not null,
    primary key (segment, shard)
  );
  create function count_profile() returns trigger language plpgsql as $$
  declare
    place bigint := case when tg_op = 'DELETE' then old.position else new.position end;
    added int := (tg_op <> 'DELETE')::int - (tg_op <> 'INSERT')::int;
    added_hidden int := coalesce(new.hidden::int, 0) - coalesce(old.hidden::int, 0);
  begin
    insert into profile_segments as s (segment, shard, total, hidden)
    values (place >> 12, pg_backend_pid() % 8, added, added_hidden)
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
    if added <> 0 then
      update users set profile_count = profile_count + added where id in (new.owner_id, old.owner_id);
    end if;
    return null;
  end $$;
  create trigger profiles_count after insert or delete on profiles
    for each row execute function count_profile();
  create trigger profiles_count_hidden after update of hidden on profiles
    for each row when (old.hidden <> new.hidden) execute function count_profile();
`;

/**
 * What was done stays written down: only how far an action has come changes, and whom it names is forgotten with their
 * account. Forgetting calls no function, as an account may be named a hundred thousand times.
 */
const moderation = `
  create sequence moderation_action_positions as bigint;
  create table moderation_actions (
    id uuid primary key,
    position bigint not null default nextval('moderation_action_positions')
      constraint moderation_actions_position_unique unique,
    at timestamptz not null default current_instant(),
    type text not null constraint moderation_actions_type_check check (type in (
      'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'session.revoked',
      'address.cleared', 'undo'
    )),
    actor_kind text not null
      constraint moderation_actions_actor_kind_check check (actor_kind in ('user', 'key', 'operator', 'system')),
    actor_id uuid constraint moderation_actions_actor_id_foreign references users on delete set null,
    ip text not null,
    browser text not null,
    system text not null,
    reason text constraint moderation_actions_reason_check check (
      reason in ('spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other')
    ),
    note text,
    private_note text,
    state text not null default 'done'
      constraint moderation_actions_state_check check (state in ('running', 'done', 'failed')),
    requested int not null,
    done int not null
  );
  alter sequence moderation_action_positions owned by moderation_actions.position;
  create index moderation_actions_by_actor on moderation_actions (actor_id, position);

  create sequence audit_event_positions as bigint;
  create table audit_events (
    id uuid primary key,
    position bigint not null default nextval('audit_event_positions') constraint audit_events_position_unique unique,
    action_id uuid not null constraint audit_events_action_id_foreign references moderation_actions,
    at timestamptz not null default current_instant(),
    type text not null constraint audit_events_type_check check (type in (
      'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'session.revoked',
      'address.cleared'
    )),
    user_id uuid constraint audit_events_user_id_foreign references users on delete set null,
    profile_id uuid,
    username text,
    subject_revision int,
    reason text constraint audit_events_reason_check check (
      reason in ('spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other')
    ),
    note text,
    before jsonb not null,
    after jsonb not null,
    undoes_id uuid constraint audit_events_undoes_unique unique
      constraint audit_events_undoes_id_foreign references audit_events
  );
  alter sequence audit_event_positions owned by audit_events.position;
  create index audit_events_by_action on audit_events (action_id, position);
  create index audit_events_by_profile on audit_events (profile_id, position);
  create index audit_events_by_user on audit_events (user_id, position);
  create index audit_events_by_username on audit_events (lower(username), position) where username is not null;
  create index audit_events_by_time on audit_events (at, type);

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% are never changed', tg_table_name;
  end $$;
  create trigger moderation_actions_stay before delete or update of id, position, at, type, actor_kind, ip, browser, system,
    reason, note, private_note on moderation_actions for each row execute function refuse_change();
  create trigger moderation_actions_keep_their_actor before update of actor_id on moderation_actions for each row
    when (new.actor_id is not null and new.actor_id is distinct from old.actor_id) execute function refuse_change();
  create trigger audit_events_stay before delete or update of id, position, action_id, at, type, profile_id, username,
    subject_revision, reason, note, before, after, undoes_id on audit_events for each row execute function refuse_change();
  create trigger audit_events_keep_their_user before update of user_id on audit_events for each row
    when (new.user_id is not null and new.user_id is distinct from old.user_id) execute function refuse_change();
`;

const jobs = `
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
`;

const limits = `
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

export class Migration20261121000000_first_schema extends Migration {
  override name = 'Migration20261121000000_first_schema';

  override up(): void {
    for (const room of [clock, people, signIn, mail, profiles, moderation, jobs, limits]) {
      this.addSql(room);
    }
  }
}
