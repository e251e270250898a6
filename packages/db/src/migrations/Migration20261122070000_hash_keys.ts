import { Migration } from '@mikro-orm/migrations';

export class Migration20261122070000_hash_keys extends Migration {
  override name = 'Migration20261122070000_hash_keys';

  override up(): void {
    this.addSql(`
      create table hash_keys (
        purpose text primary key
          constraint hash_keys_purpose_check check (purpose in ('guesses', 'limits', 'mails', 'usernames')),
        sealed bytea,
        key_id text
      );
      insert into hash_keys (purpose) values ('guesses'), ('limits'), ('mails'), ('usernames');
    `);
  }
}
