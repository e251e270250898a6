-- A card that waits for a first look (REVIEW=hold). Nobody has decided about it, so it
-- counts neither as hidden nor among all.
alter table profiles
  add column held boolean not null default false
  constraint profiles_held_is_hidden check (hidden or not held);

create or replace function count_profile() returns trigger language plpgsql as $$
begin
  insert into profile_segments as s (segment, shard, total, hidden) values (
    coalesce(new.position, old.position) >> 12, pg_backend_pid() % 64,
    coalesce((not new.held)::int, 0) - coalesce((not old.held)::int, 0),
    coalesce((new.hidden and not new.held)::int, 0)
      - coalesce((old.hidden and not old.held)::int, 0)
  )
  on conflict (segment, shard) do update
    set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
  return null;
end $$;
drop trigger profiles_count_hidden on profiles;
create trigger profiles_count_hidden after update of hidden, held on profiles
  for each row when (old.hidden <> new.hidden or old.held <> new.held)
  execute function count_profile();
