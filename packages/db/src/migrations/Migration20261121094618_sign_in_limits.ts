import { Migration } from '@mikro-orm/migrations';

export class Migration20261121094618_sign_in_limits extends Migration {
  override name = 'Migration20261121094618_sign_in_limits';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "hourly_counts" ("counter" text not null, "hour" timestamptz not null, "count" int not null, primary key ("counter", "hour"));`,
    );

    this.addSql(
      `create table "rate_limits" ("key" text not null, "began_at" timestamptz not null, "hits" int not null, primary key ("key"));`,
    );

    this.addSql(`alter table "outbox" add "event" text null, add "event_at" timestamptz null;`);
    this.addSql(`create index "outbox_by_message" on "outbox" ("message_id");`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_event_check" check ("event" in ('bounced', 'complained', 'suppressed', 'reactivated'));`,
    );

    this.addSql(
      `alter table "hourly_counts" add constraint "hourly_counts_counter_check" check ("counter" in ('wrong_guesses', 'mails_to_unknown'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "hourly_counts" cascade;`);
    this.addSql(`drop table if exists "rate_limits" cascade;`);

    this.addSql(`drop index "outbox_by_message";`);
    this.addSql(`alter table "outbox" drop constraint "outbox_event_check";`);
    this.addSql(`alter table "outbox" drop column "event", drop column "event_at";`);
  }
}
