create sequence profile_positions as bigint;
-- Public pages of users.
create table profiles (
  id uuid primary key,
  position bigint not null default nextval('profile_positions')
    constraint profiles_position_unique unique,
  owner_id uuid not null
    constraint profiles_owner_id_foreign references users on delete cascade,
  -- A copy of users.email_key, so that one index finds a profile by either text.
  owner_email text not null default '',
  username text not null,
  username_key text not null constraint profiles_username_key_unique unique,
  referral text not null,
  referrer_id uuid
    constraint profiles_referrer_id_foreign references profiles on delete set null,
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
-- Moderators narrow long lists to these. A new profile is in neither index.
create index profiles_hidden on profiles (created_at, position) where hidden;
create index profiles_located on profiles (created_at, position)
  where latitude is not null;

-- The text that moderators search profiles by.
create function profile_text(
  username text, about text, socials jsonb, referral text, owner_email text
) returns text language sql immutable parallel safe
return fold_case(
  username || e'\n' || coalesce(about, '') || e'\n' || coalesce(socials ->> 'x', '')
  || e'\n' || coalesce(socials ->> 'telegram', '')
  || e'\n' || coalesce(socials ->> 'website', '')
  || e'\n' || coalesce(socials ->> 'discord', '')
  || e'\n' || referral || e'\n' || owner_email
);
create index profiles_by_text on profiles using gin (
  profile_text(username, about, socials, referral, owner_email) gin_trgm_ops
);

-- The text that members search profiles by: the owner's own words on a card.
create function shown_text(username text, about text)
returns text language sql immutable parallel safe
return fold_case(username || e'\n' || coalesce(about, ''));
create index profiles_by_shown_text on profiles using gin (
  shown_text(username, about) gin_trgm_ops
) where not hidden;

create function know_owner() returns trigger language plpgsql as $$
begin
  new.owner_email := (select email_key from users where id = new.owner_id);
  return new;
end $$;
-- A statement that inserts the address itself saves the look-up.
create trigger profiles_know_owner before insert on profiles
  for each row when (new.owner_email = '') execute function know_owner();
create trigger profiles_know_new_owner before update of owner_id, owner_email on profiles
  for each row execute function know_owner();
