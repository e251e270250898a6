import { Migration } from '@mikro-orm/migrations';

/** The key of all hashes is a setting. The database only recognizes it. */
export class Migration20261127000000_hash_key extends Migration {
  override name = 'Migration20261127000000_hash_key';

  override up(): void {
    this.addSql('drop table hash_keys');
    this.addSql('alter table change_feeds add column hash_check text');
    this.addSql('alter table instances drop column key_ids');
  }
}
