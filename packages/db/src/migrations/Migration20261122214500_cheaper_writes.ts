import { Migration } from '@mikro-orm/migrations';

/**
 * One statement for all that can happen to a profile. It finds its row by the index, whatever the table's statistics say: an
 * update read the whole table where it had been small when they were made.
 */
const counting = `
  create or replace function count_profile() returns trigger language plpgsql as $$
  begin
    insert into profile_segments as s (segment, shard, total, hidden) values (
      coalesce(new.position, old.position) >> 12, pg_backend_pid() % 64,
      (tg_op = 'INSERT')::int - (tg_op = 'DELETE')::int, coalesce(new.hidden::int, 0) - coalesce(old.hidden::int, 0)
    )
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden;
    return null;
  end $$;
`;

const countingBefore = `
  create or replace function count_profile() returns trigger language plpgsql as $$
  declare
    changed bigint;
    added int;
    added_hidden int;
  begin
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

/** Who makes a profile has the owner's row at hand, and need not have the address looked up. */
const knowing = `
  drop trigger profiles_know_owner on profiles;
  create trigger profiles_know_owner before insert on profiles
    for each row when (new.owner_email = '') execute function know_owner();
  create trigger profiles_know_new_owner before update of owner_id, owner_email on profiles
    for each row execute function know_owner();
`;

const knowingBefore = `
  drop trigger profiles_know_new_owner on profiles;
  drop trigger profiles_know_owner on profiles;
  create trigger profiles_know_owner before insert or update of owner_id, owner_email on profiles
    for each row execute function know_owner();
`;

export class Migration20261122214500_cheaper_writes extends Migration {
  override name = 'Migration20261122214500_cheaper_writes';

  override up(): void {
    this.addSql(counting);
    this.addSql(knowing);
  }

  override down(): void {
    this.addSql(knowingBefore);
    this.addSql(countingBefore);
  }
}
