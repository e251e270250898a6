drop index users_by_text;

-- The text that moderators search users by.
create or replace function user_text(
  email text, username text, wallet_address text, farcaster_id text, coinbase_wallet text,
  world_id text
) returns text language sql immutable parallel safe
return search_text(
  email || e'\n' || coalesce(username, '') || e'\n' || coalesce(wallet_address, '')
  || e'\n' || coalesce(farcaster_id, '') || e'\n' || coalesce(coinbase_wallet, '')
  || e'\n' || coalesce(world_id, '')
);

alter table users add column whole_text text not null default '';
-- Raises no revision, as an update would.
alter table users alter column whole_text type text using user_text(
  email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id
);

create function set_user_text() returns trigger language plpgsql as $$
begin
  new.whole_text := user_text(
    new.email_key, new.username, new.wallet_address, new.farcaster_id,
    new.coinbase_wallet, new.world_id
  );
  return new;
end $$;
-- By name after `users_revision`, which compares whole rows.
create trigger users_search_text before insert on users
  for each row execute function set_user_text();
create trigger users_search_text_again before update on users
  for each row when (
    (
      old.email_key, old.username, old.wallet_address, old.farcaster_id,
      old.coinbase_wallet, old.world_id
    ) is distinct from (
      new.email_key, new.username, new.wallet_address, new.farcaster_id,
      new.coinbase_wallet, new.world_id
    )
  )
  execute function set_user_text();

create index users_by_text on users using gin (whole_text gin_trgm_ops);
