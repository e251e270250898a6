import { Migration } from '@mikro-orm/migrations';

export class Migration20261127045251_act_codes extends Migration {
  override name = 'Migration20261127045251_act_codes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "act_codes" ("id" uuid not null, "session_id" uuid not null, "act" text not null, "hash" text not null, "key_id" text not null, "asked_at" timestamptz not null default current_instant(), "used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create index "act_codes_by_session" on "act_codes" ("session_id", "asked_at");`,
    );
    this.addSql(`create index "act_codes_by_time" on "act_codes" ("asked_at");`);

    this.addSql(
      `alter table "act_codes" add constraint "act_codes_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;`,
    );
  }
}
