import { Migration } from '@mikro-orm/migrations';

/** Each creation counts the resting usernames of its owner: the index finds them. */
export class Migration20261129003900_resting_names_counted extends Migration {
  /** An older one reads and writes the column. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261129003900_resting_names_counted';

  override up(): void {
    this.addSql('alter table users drop column profiles_rest_until;');
  }
}
