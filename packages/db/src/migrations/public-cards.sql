-- Who may read a card: anybody (true) or members alone (false). Null for cards from before
-- this choice, which take what the first start writes into `older_cards_public`.
alter table profiles add column is_public boolean;
alter table change_feeds add column older_cards_public boolean;

-- The choice is in no documented body, so it is no change of the card: members, programs and
-- the feed see the same.
drop trigger profiles_revision on profiles;
create trigger profiles_revision before update on profiles for each row
  when (
    old.* is distinct from new.*
    and (old.owner_email = new.owner_email or old.owner_id <> new.owner_id)
    and old.is_public is not distinct from new.is_public
  )
  execute function change_profile();
