/**
 * Trigrams are what an index finds a part of a word by; the extension is trusted, so the database's owner may create it. A
 * revision tells whether a row is as it was seen. It is raised however the row is changed, but not by the count of profiles.
 */
export const people = `
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
