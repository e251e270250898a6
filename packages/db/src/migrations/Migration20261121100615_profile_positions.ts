import { Migration } from '@mikro-orm/migrations';

export class Migration20261121100615_profile_positions extends Migration {
  override name = 'Migration20261121100615_profile_positions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "profile_stretches" ("stretch" bigint not null, "shard" smallint not null, "total" int not null, "hidden" int not null, primary key ("stretch", "shard"));`,
    );

    this.addSql(`drop index "profiles_active_by_creation";`);
    this.addSql(`drop index "profiles_by_creation";`);
    this.addSql(`drop index "profiles_by_owner";`);
    // Profiles that exist get the positions that they would have been given.
    this.addSql(`create sequence profile_positions as bigint;`);
    this.addSql(`alter table "profiles" add "position" bigint;`);
    this.addSql(`
      update profiles set position = ranked.position
      from (select id, row_number() over (order by created_at, id) as position from profiles) ranked
      where ranked.id = profiles.id;
    `);
    this.addSql(`select setval('profile_positions', (select count(*) + 1 from profiles), false);`);
    this.addSql(
      `alter table "profiles" alter "position" set default nextval('profile_positions'), alter "position" set not null;`,
    );
    this.addSql(`alter sequence profile_positions owned by profiles.position;`);
    this.addSql(
      `alter table "profiles" add constraint "profiles_position_unique" unique ("position");`,
    );
    this.addSql(
      `create index profiles_active_by_position on profiles (position) where not hidden;`,
    );
    this.addSql(`create index "profiles_by_owner" on "profiles" ("owner_id", "position");`);

    // Counts are kept by statement where many rows may change at once; hiding changes few, and row triggers cost nothing
    // where `hidden` stays. A connection keeps to one shard, so that its own statements never wait for one another.
    this.addSql(`
      create function count_profiles() returns trigger language plpgsql as $$
      begin
        insert into profile_stretches as s (stretch, shard, total, hidden)
        select position >> 12, pg_backend_pid() % 8, tg_argv[0]::int * count(*),
          tg_argv[0]::int * count(*) filter (where changed.hidden)
        from changed group by 1 order by 1
        on conflict (stretch, shard) do update
          set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
        return null;
      end $$;
    `);
    this.addSql(`
      create function count_hidden_profile() returns trigger language plpgsql as $$
      begin
        insert into profile_stretches as s (stretch, shard, total, hidden)
        values (new.position >> 12, pg_backend_pid() % 8, 0, case when new.hidden then 1 else -1 end)
        on conflict (stretch, shard) do update set hidden = s.hidden + excluded.hidden;
        return null;
      end $$;
    `);
    this.addSql(`
      create trigger profiles_count_added after insert on profiles referencing new table as changed
      for each statement execute function count_profiles('1');
    `);
    this.addSql(`
      create trigger profiles_count_removed after delete on profiles referencing old table as changed
      for each statement execute function count_profiles('-1');
    `);
    this.addSql(`
      create trigger profiles_count_hidden after update of hidden on profiles
      for each row when (old.hidden is distinct from new.hidden) execute function count_hidden_profile();
    `);
    this.addSql(`
      insert into profile_stretches (stretch, shard, total, hidden)
      select position >> 12, 0, count(*), count(*) filter (where hidden) from profiles group by 1;
    `);
  }
}
