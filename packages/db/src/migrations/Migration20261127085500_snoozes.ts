import { Migration } from '@mikro-orm/migrations';

export class Migration20261127085500_snoozes extends Migration {
  /** An older one shows moderators what is for admins, and can't name a snooze. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127085500_snoozes';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "snoozes" ("item_id" uuid not null, "user_id" uuid not null, "everyone" boolean not null, "at" timestamptz not null default current_instant(), "until" timestamptz not null, "revision" int not null, "action_id" uuid not null, primary key ("item_id", "user_id"));`,
    );
    this.addSql(`create unique index snoozes_once on snoozes (item_id) where everyone;`);
    this.addSql(`create index "snoozes_by_user" on "snoozes" ("user_id");`);
    this.addSql(`create index "snoozes_by_action" on "snoozes" ("action_id");`);

    this.addSql(`alter table "items" add "admins_only" boolean not null default false;`);

    this.addSql(
      `alter table "snoozes" add constraint "snoozes_item_id_foreign" foreign key ("item_id") references "items" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "snoozes" add constraint "snoozes_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    );
  }
}
