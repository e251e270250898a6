import { Migration } from '@mikro-orm/migrations';

export class Migration20261121125823_overview_lists extends Migration {
  override name = 'Migration20261121125823_overview_lists';

  override up(): void | Promise<void> {
    this.addSql(
      `create index outbox_failed on outbox (created_at, id) where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed');`,
    );
    this.addSql(
      `create index users_with_role on users (role, created_at, id) where role <> 'user';`,
    );
    this.addSql(
      `create index users_suspended on users (created_at, id) where suspended_at is not null;`,
    );
    this.addSql(`drop index "events_by_time";`);
    this.addSql(`create index "events_by_time" on "events" ("at", "action");`);
  }
}
