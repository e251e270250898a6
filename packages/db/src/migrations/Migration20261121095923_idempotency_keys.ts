import { Migration } from '@mikro-orm/migrations';

export class Migration20261121095923_idempotency_keys extends Migration {
  override name = 'Migration20261121095923_idempotency_keys';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "idempotency_keys" ("user_id" uuid not null, "key" text not null, "input_hash" bytea not null, "answer" jsonb not null, "created_at" timestamptz not null default current_instant(), primary key ("user_id", "key"));`,
    );

    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "idempotency_keys" cascade;`);
  }
}
