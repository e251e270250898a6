-- A service key acts on searches too, and a key of an operator has no creator.
alter table waiting_acts alter column asked_by drop not null;

-- The host of a card's website as people see it, without `www.` and port.
create function website_host(socials jsonb)
returns text language sql immutable parallel safe
return rtrim(
  substring(search_text(socials ->> 'website') from '^https?://(?:www\.)?([^/?#:]+)'),
  '.'
);
-- Whether a card with a website was approved.
create index items_approved_by_host on items (website_host(seen -> 'socials'))
  where outcome = 'approved';

-- A newcomer's card waits for its first look, and comes to the desk when its owner has
-- first written something.
create function open_held() returns trigger language plpgsql as $$
begin
  insert into items (id, kind, profile_id, user_id, revision)
  values (gen_random_uuid(), 'new', new.id, new.owner_id, new.revision)
  on conflict (coalesce(profile_id, user_id), kind) where closed_at is null do nothing;
  return null;
end $$;
create trigger profiles_open_held after update of about, socials, latitude on profiles
  for each row when (
    new.held and old.about is null and old.socials = '{}' and old.latitude is null
    and (new.about is not null or new.socials <> '{}' or new.latitude is not null)
  )
  execute function open_held();
