import { Migration } from '@mikro-orm/migrations';

/** A job tells the admins of an endpoint that was switched off, as it does of all else. */
export class Migration20261128235300_webhook_mails extends Migration {
  /** An older one writes the column. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261128235300_webhook_mails';

  override up(): void {
    this.addSql(`
      insert into jobs (kind, key, run_at)
      select 'webhook_off', id, mail_due_at from webhook_endpoints
      where state = 'failed' and mail_due_at is not null;
      alter table webhook_endpoints drop column mail_due_at;
    `);
  }
}
