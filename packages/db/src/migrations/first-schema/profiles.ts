/**
 * A profile holds its owner's address, so that one index finds it by either. A list of a million profiles can say how many there
 * are, and begin anywhere, since each segment of 4,096 positions is counted. A connection counts in one of eight shards, so
 * that two writers seldom wait for each other and its own statements never do. An owner's count is no trigger's: whatever makes
 * or deletes a profile locks its owner's row, and writes the count while it has it.
 */
export const profiles = `
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
    changed bigint := case when tg_op = 'DELETE' then old.position else new.position end;
    added int := (tg_op <> 'DELETE')::int - (tg_op <> 'INSERT')::int;
    added_hidden int := coalesce(new.hidden::int, 0) - coalesce(old.hidden::int, 0);
  begin
    insert into profile_segments as s (segment, shard, total, hidden)
    values (changed >> 12, pg_backend_pid() % 8, added, added_hidden)
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
    return null;
  end $$;
  create trigger profiles_count after insert or delete on profiles
    for each row execute function count_profile();
  create trigger profiles_count_hidden after update of hidden on profiles
    for each row when (old.hidden <> new.hidden) execute function count_profile();
`;
