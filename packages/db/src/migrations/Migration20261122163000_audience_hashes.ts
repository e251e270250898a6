import { Migration } from '@mikro-orm/migrations';

/** A key for the hashes by which an audience knows people where no other audience is to know them by the same. */
export class Migration20261122163000_audience_hashes extends Migration {
  override name = 'Migration20261122163000_audience_hashes';

  override up(): void {
    this.addSql(`
      alter table hash_keys
        drop constraint hash_keys_purpose_check,
        add constraint hash_keys_purpose_check check (purpose in ('audiences', 'guesses', 'limits', 'logs', 'mails', 'usernames'));
      insert into hash_keys (purpose) values ('audiences');
    `);
  }
}
