import { Migration } from '@mikro-orm/migrations';

/** A key for the hashes by which the log names email addresses. */
export class Migration20261122152000_log_hashes extends Migration {
  override name = 'Migration20261122152000_log_hashes';

  override up(): void {
    this.addSql(`
      alter table hash_keys
        drop constraint hash_keys_purpose_check,
        add constraint hash_keys_purpose_check check (purpose in ('guesses', 'limits', 'logs', 'mails', 'usernames'));
      insert into hash_keys (purpose) values ('logs');
    `);
  }
}
