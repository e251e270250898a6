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

    this.addSql(
      `alter table "moderation_actions" drop constraint "moderation_actions_type_check";`,
    );
    this.addSql(
      `alter table "moderation_actions" add constraint "moderation_actions_type_check" check ("type" in ('profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on', 'appeal.upheld', 'item.snoozed', 'item.reopened', 'reporter.read', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.move_opened', 'user.move_confirmed', 'user.move_ended', 'user.moved', 'user.erased', 'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in', 'mail.retried', 'key.created', 'key.ended', 'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested', 'webhook.resent', 'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored', 'database.moved', 'database.backed_up', 'undo'));`,
    );

    this.addSql(`alter table "audit_events" drop constraint "audit_events_type_check";`);
    this.addSql(
      `alter table "audit_events" add constraint "audit_events_type_check" check ("type" in ('profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on', 'appeal.upheld', 'item.snoozed', 'item.reopened', 'reporter.read', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.move_opened', 'user.move_confirmed', 'user.move_ended', 'user.moved', 'user.erased', 'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in', 'mail.retried', 'key.created', 'key.ended', 'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested', 'webhook.resent', 'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored', 'database.moved', 'database.backed_up'));`,
    );

    this.addSql(`alter table "items" add "admins_only" boolean not null default false;`);

    this.addSql(
      `alter table "snoozes" add constraint "snoozes_item_id_foreign" foreign key ("item_id") references "items" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `alter table "snoozes" add constraint "snoozes_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    );
  }
}
