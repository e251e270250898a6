import { Migration } from '@mikro-orm/migrations';

export class Migration20261125073856_no_request_keys extends Migration {
  override name = 'Migration20261125073856_no_request_keys';

  override up(): void | Promise<void> {
    this.addSql(`drop table if exists "idempotency_keys" cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "idempotency_keys" ("answer" jsonb not null, "created_at" timestamptz(6) not null default current_instant(), "input_hash" bytea not null, "key" text not null, "user_id" uuid not null, primary key ("user_id", "key"));`,
    );
    this.addSql(
      `create index "idempotency_keys_by_time" on "idempotency_keys" ("created_at");`,
    );

    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }
}
