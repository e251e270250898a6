import { Migration } from '@mikro-orm/migrations';

export class Migration20261125075920_no_replicas extends Migration {
  override name = 'Migration20261125075920_no_replicas';

  override up(): void | Promise<void> {
    this.addSql(`drop table if exists "last_removals" cascade;`);
    this.addSql(`drop table if exists "last_writes" cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "last_removals" ("position" pg_lsn not null, "shard" smallint not null, primary key ("shard"));`,
    );

    this.addSql(
      `create table "last_writes" ("position" pg_lsn not null, "user_id" uuid not null, primary key ("user_id"));`,
    );

    this.addSql(
      `alter table "last_writes" add constraint "last_writes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }
}
