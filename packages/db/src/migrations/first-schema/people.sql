-- Trigram indexes find any part of a text. The extension is trusted: the owner of the
-- database may create it.
create extension if not exists pg_trgm;

-- People who have proven an email address.
create table users (
  id uuid primary key,
  email text not null,
  email_key text not null constraint users_email_key_unique unique,
  username text,
  username_key text constraint users_username_key_unique unique,
  username_since timestamptz,
  profiles_rest_until timestamptz,
  wallet_address text,
  farcaster_id text,
  coinbase_wallet text,
  world_id text,
  -- The language of mails. Null until the user chooses one or a sign-in tells it.
  language text
    constraint users_language_check check (language in ('en', 'de', 'fr', 'es')),
  role text not null default 'user'
    constraint users_role_check check (role in ('user', 'moderator', 'admin')),
  -- No trigger keeps it. A statement that makes or deletes a profile locks the owner's
  -- row anyway, and writes the count with it.
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
create index users_by_wallet_address on users (wallet_address)
  where wallet_address is not null;
create index users_by_farcaster_id on users (farcaster_id) where farcaster_id is not null;
create index users_by_coinbase_wallet on users (coinbase_wallet)
  where coinbase_wallet is not null;
create index users_by_world_id on users (world_id) where world_id is not null;

-- The text that moderators search users by.
create function user_text(
  email text, username text, wallet_address text, farcaster_id text, coinbase_wallet text,
  world_id text
) returns text language sql immutable parallel safe
return fold_case(
  email || e'\n' || coalesce(username, '') || e'\n' || coalesce(wallet_address, '')
  || e'\n' || coalesce(farcaster_id, '') || e'\n' || coalesce(coinbase_wallet, '')
  || e'\n' || coalesce(world_id, '')
);
create index users_by_text on users using gin (
  user_text(
    email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id
  ) gin_trgm_ops
);
