-- Moderators search every link of a card, whatever its kind.
create or replace function links_text(socials jsonb, referral text, owner_email text)
returns text language sql immutable parallel safe
return search_text(
  coalesce((select string_agg(value, e'\n') from jsonb_each_text(socials)), '')
  || e'\n' || referral || e'\n' || owner_email
);
