import { Migration } from '@mikro-orm/migrations';

/** A connection marks removals in one of eight rows, so that two of them seldom wait for each other. */
export class Migration20261122115000_log_positions extends Migration {
  override name = 'Migration20261122115000_log_positions';

  override up(): void {
    this.addSql(`
      create table last_writes (
        user_id uuid primary key constraint last_writes_user_id_foreign references users on delete cascade,
        position pg_lsn not null
      );
      create table last_removals (shard smallint primary key, position pg_lsn not null);
      insert into last_removals select shard, '0/0' from generate_series(0, 7) shard;
    `);
  }
}
