create table resting_usernames (
  kind text
    constraint resting_usernames_kind_check check (kind in ('users', 'profiles')),
  hash text,
  owner_id uuid constraint resting_usernames_owner_id_foreign
    references users on delete set null,
  until timestamptz not null,
  primary key (kind, hash)
);
create index resting_usernames_by_owner on resting_usernames (owner_id);

-- Counts the resting usernames of an owner's profiles, apart from the claimed one. It is
-- volatile, so that it sees what was committed before the call. A statement that makes a
-- profile waits for one that deletes another profile of the same owner. Its own snapshot
-- is older than that wait.
create function count_resting_profiles(owner uuid, claimed_hash text)
returns int language plpgsql volatile as $$
begin
  return (
    select count(*) from resting_usernames
    where owner_id = owner and kind = 'profiles' and hash <> claimed_hash
      and until > current_instant()
  );
end $$;
