import { Migration } from '@mikro-orm/migrations';

/** Somebody may be erased because they asked for it. */
export class Migration20261126233000_erasure_reason extends Migration {
  override name = 'Migration20261126233000_erasure_reason';

  override up(): void {
    this.addSql(
      'alter table moderation_actions drop constraint moderation_actions_reason_check',
    );
    this.addSql(`
      alter table moderation_actions add constraint moderation_actions_reason_check check (
        reason in ('requested', 'spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other')
      )
    `);
  }
}
