import { Migration } from '@mikro-orm/migrations';

/**
 * What is counted of segments that no longer grow is folded: into one row a segment, and into its group, so that nothing has to
 * sum up all segments. What is not folded yet has an index. There are 64 shards where there were eight, so that fewer writers
 * wait for one another.
 *
 * Profiles are not locked. Until the migration commits, only who hides or deletes a profile of a folded segment may wait.
 */
const counts = `
  create table profile_segment_groups (
    segment_group bigint primary key,
    total int not null,
    hidden int not null
  );
  create index profile_segments_unfolded on profile_segments (segment) where shard >= 0;

  with taken as (
    delete from profile_segments where shard >= 0 and segment < (select max(segment) from profile_segments) - 1 returning *
  )
  insert into profile_segments as s (segment, shard, total, hidden)
  select segment, -1, sum(total), sum(hidden) from taken group by 1
  on conflict (segment, shard) do update
    set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
  insert into profile_segment_groups (segment_group, total, hidden)
  select segment >> 10, sum(total), sum(hidden) from profile_segments where shard < 0 group by 1;

  create or replace function count_profile() returns trigger language plpgsql as $$
  declare
    changed bigint;
    added int;
    added_hidden int;
  begin
    -- By far the most frequent: without variables, and as an update where the row is there, which is cheaper than a conflict.
    if tg_op = 'INSERT' then
      update profile_segments set total = total + 1, hidden = hidden + new.hidden::int
      where segment = new.position >> 12 and shard = pg_backend_pid() % 64;
      if found then
        return null;
      end if;
      insert into profile_segments as s (segment, shard, total, hidden)
      values (new.position >> 12, pg_backend_pid() % 64, 1, new.hidden::int)
      on conflict (segment, shard) do update
        set total = s.total + 1, hidden = s.hidden + excluded.hidden;
      return null;
    end if;
    changed := case when tg_op = 'DELETE' then old.position else new.position end;
    added := case when tg_op = 'DELETE' then -1 else 0 end;
    added_hidden := coalesce(new.hidden::int, 0) - old.hidden::int;
    insert into profile_segments as s (segment, shard, total, hidden)
    values (changed >> 12, pg_backend_pid() % 64, added, added_hidden)
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
    return null;
  end $$;
`;

export class Migration20261122114000_counts_by_group extends Migration {
  override name = 'Migration20261122114000_counts_by_group';

  override up(): void {
    this.addSql(counts);
  }
}
