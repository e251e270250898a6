-- Profiles are counted by segments of 4,096 positions. So a list of a million profiles
-- can tell its total and begin at any page. A connection counts in one of a segment's 64
-- shards, so that two writers seldom wait for each other. Segments that no longer grow
-- are folded: into one row each (shard -1), and into groups of 1,024 segments.
create table profile_segments (
  segment bigint,
  shard smallint,
  total int not null,
  hidden int not null,
  primary key (segment, shard)
);
create index profile_segments_unfolded on profile_segments (segment) where shard >= 0;

create table profile_segment_groups (
  segment_group bigint primary key,
  total int not null,
  hidden int not null
);

-- An upsert always finds its row by the index. With old statistics an update read the
-- whole table.
create function count_profile() returns trigger language plpgsql as $$
begin
  insert into profile_segments as s (segment, shard, total, hidden) values (
    coalesce(new.position, old.position) >> 12, pg_backend_pid() % 64,
    (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int,
    coalesce(new.hidden::int, 0) - coalesce(old.hidden::int, 0)
  )
  on conflict (segment, shard) do update
    set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
  return null;
end $$;
create trigger profiles_count after insert or delete on profiles
  for each row execute function count_profile();
create trigger profiles_count_hidden after update of hidden on profiles
  for each row when (old.hidden <> new.hidden) execute function count_profile();
